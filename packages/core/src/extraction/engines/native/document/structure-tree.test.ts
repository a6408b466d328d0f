import { expect, test } from "vitest";
import { layoutPage } from "../../../layout/layout-page.ts";
import { OPTIONS } from "../../../layout/testing/page-builder.ts";
import { type OnePage, onePagePdf } from "../../testing/tiny-pdf.ts";
import { nativeEngine } from "../native-engine.ts";

const show = (text: string, x: number, y: number): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`;

/** A tagged page: elements of the given types whose content has the identifiers 0, 1, …, in the order of `kids`. */
function tagged(elements: readonly string[], kids: string, catalog = ""): OnePage {
  const parents = elements.map((_, index) => `${11 + index} 0 R`).join(" ");
  return {
    page: "/MediaBox [0 0 300 200] /StructParents 0",
    catalog: `/StructTreeRoot 10 0 R ${catalog}`,
    objects: [
      `<< /Type /StructTreeRoot /K [${kids}] /ParentTree << /Nums [0 [${parents}]] >> /RoleMap << /Body /P >> >>`,
      ...elements,
    ],
  };
}

const element = (type: string, id: number, parent = "10 0 R"): string =>
  `<< /Type /StructElem /S /${type} /P ${parent} /K ${id} >>`;

async function textOf(content: string, options: OnePage): Promise<readonly string[]> {
  await using document = await nativeEngine.open(onePagePdf(content, options), { password: "" });
  const page = await document.readPage(1, { blocks: true, structure: false, annotationNotes: false });
  return layoutPage(page, { ...OPTIONS, outputMode: "text" }).text.split("\n");
}

const TWO = [
  `/P << /MCID 0 >> BDC ${show("Read me last", 20, 150)} EMC`,
  `/Body <</MCID 1>> BDC ${show("Read me first", 20, 100)} EMC`,
];

test("the text of a tagged page is read in structure order, regardless of position", async () => {
  const options = tagged([element("P", 0), element("Body", 1)], "12 0 R 11 0 R");
  expect(await textOf(TWO.join("\n"), options)).toEqual(["Read me first", "Read me last"]);
});

test("running heads, which are artifacts, stay at the head of the page and at its foot", async () => {
  const options = tagged([element("P", 0), element("P", 1)], "12 0 R 11 0 R");
  const artifacts = [
    `/Artifact BMC ${show("Head", 20, 180)} EMC`,
    `/Artifact << /Type /Pagination >> BDC ${show("Foot", 20, 10)} EMC`,
  ];
  expect(await textOf([...artifacts, ...TWO].join("\n"), options)).toEqual([
    "Head",
    "Read me first",
    "Read me last",
    "Foot",
  ]);
});

test("a structure that leaves out a part of the page is not followed", async () => {
  const options = tagged([element("P", 0), element("P", 1)], "12 0 R 11 0 R");
  const content = [...TWO, show("Nobody tells of this line", 20, 50)].join("\n");
  expect(await textOf(content, options)).toEqual([
    "Read me last",
    "Read me first",
    "Nobody tells of this line",
  ]);
});

test("a structure that is said to be suspect is not followed", async () => {
  const options = tagged(
    [element("P", 0), element("P", 1)],
    "12 0 R 11 0 R",
    "/MarkInfo << /Suspects true >>",
  );
  expect(await textOf(TWO.join("\n"), options)).toEqual(["Read me last", "Read me first"]);
});

test("the cells of a table row are read on one line", async () => {
  const options = tagged(
    [element("TD", 0, "13 0 R"), element("TD", 1, "13 0 R"), "<< /S /TR /P 10 0 R /K [11 0 R 12 0 R] >>"],
    "13 0 R",
  );
  const cells = `/TD << /MCID 0 >> BDC ${show("Rent", 20, 150)} EMC /TD << /MCID 1 >> BDC ${show("90.00", 200, 150)} EMC`;
  expect(await textOf(cells, options)).toEqual(["Rent  90.00"]);
});

test("identifiers given under a name in the resources count as well", async () => {
  const options = tagged([element("P", 0), element("P", 1)], "12 0 R 11 0 R");
  const properties = "/Properties << /A << /MCID 0 >> /B << /MCID 1 >> >>";
  const content = `/P /A BDC ${show("Last", 20, 150)} EMC /P /B BDC ${show("First", 20, 100)} EMC`;
  expect(await textOf(content, { ...options, resources: properties })).toEqual(["First", "Last"]);
});

test("an untagged hyphen at a line's end belongs to the line", async () => {
  const options = tagged([element("P", 0), element("P", 1)], "12 0 R 11 0 R");
  const hyphen = "BT /F1 10 Tf 20 150 Td /P << /MCID 0 >> BDC (the extrac) Tj EMC (-) Tj 0 -12 Td";
  const content = `${hyphen} /P << /MCID 0 >> BDC (tion of it all) Tj EMC ET ${TWO[1] ?? ""}`;
  expect(await textOf(content, options)).toEqual(["Read me first", "the extraction", "of it all"]);
});

test("a structure whose elements are their own parents ends at the depth limit", async () => {
  const options = tagged([element("P", 0, "11 0 R"), element("P", 1, "12 0 R")], "11 0 R 12 0 R");
  expect(await textOf(TWO.join("\n"), options)).toEqual(["Read me last", "Read me first"]);
});
