import { expect, test } from "vitest";
import type { PageContent } from "../../../page/page-content.ts";
import { readPageWith, textOf } from "../../testing/read-glyphs.ts";
import { onePagePdf, type PdfObject } from "../../testing/tiny-pdf.ts";
import { nativeEngine } from "../native-engine.ts";

const RECT = "/Subtype /Widget /Rect [20 30 120 50]";

/** The fields of a page with one widget (object 10) and the given objects from 11 on. */
async function fieldsOf(widget: string, ...objects: readonly PdfObject[]) {
  return (await pageOf(widget, ...objects)).fields;
}

function pageOf(widget: string, ...objects: readonly PdfObject[]): Promise<PageContent> {
  const bytes = onePagePdf("", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R]",
    catalog: "/AcroForm << /Fields [10 0 R] /DA (/Helv 7 Tf 0 g) >>",
    objects: [`<< ${RECT} ${widget} >>`, ...objects],
  });
  return readPageWith(nativeEngine, bytes);
}

test("a text field has its full name, value, size and box", async () => {
  const fields = await fieldsOf(
    "/T (last) /Parent 11 0 R /DA (0 g /Helv 9.5 Tf)",
    "<< /T (name) /FT /Tx /Ff 4096 /V <FEFF004D00FC006C006C00650072> >>",
  );
  expect(fields).toEqual([
    {
      name: "name.last",
      kind: "text",
      value: "Müller",
      checked: null,
      multiline: true,
      fontSize: 9.5,
      box: { x0: 20, y0: 50, x1: 120, y1: 70 },
    },
  ]);
});

test("the font size defaults to that of the form's default appearance", async () => {
  expect(await fieldsOf("/FT /Tx /T (a)")).toMatchObject([{ fontSize: 7 }]);
});

const APPEARANCE = "/AP << /N << /Yes null /Off null >> >>";

test.each([
  ["checkbox", true, `/FT /Btn /AS /Yes ${APPEARANCE}`],
  ["checkbox", false, `/FT /Btn /AS /Off ${APPEARANCE}`],
  ["checkbox", true, `/FT /Btn /V /Yes ${APPEARANCE}`],
  ["radio", true, `/FT /Btn /Ff 32768 /AS /Yes ${APPEARANCE}`],
])("a %s is checked: %s", async (kind, checked, widget) => {
  expect(await fieldsOf(widget)).toMatchObject([{ kind, checked, value: "Yes" }]);
});

test("a choice shows the text of the option, not its export value", async () => {
  const fields = await fieldsOf("/FT /Ch /Opt [[(de) (Germany)] [(fr) (France)] (Italy)] /V [(fr) (Italy)]");
  expect(fields).toMatchObject([{ kind: "choice", value: "France, Italy" }]);
});

test.each([
  ["button", "/FT /Btn /Ff 65536 /V (x)"],
  ["signature", "/FT /Sig"],
  ["text", "/FT /Tx /Ff 8192 /V (secret)"],
])("a %s shows no value: %s", async (kind, widget) => {
  expect(await fieldsOf(widget)).toMatchObject([{ kind, value: "" }]);
});

test.each([
  ["hidden", "/F 2"],
  ["not to be viewed", "/F 32"],
])("a field that is %s is left out", async (_, entries) => {
  expect(await fieldsOf(`/FT /Tx /V (x) ${entries}`)).toEqual([]);
});

test("fields above one another in a circle end", async () => {
  expect(await fieldsOf("/FT /Tx /T (a) /Parent 11 0 R", "<< /T (b) /Parent 10 0 R >>")).toMatchObject([
    { kind: "text" },
  ]);
});

test("a page of fifty thousand fields returns the first of them with a note", async () => {
  const refs = Array.from({ length: 50_000 }, () => "10 0 R").join(" ");
  const bytes = onePagePdf("", {
    page: `/MediaBox [0 0 200 100] /Annots [${refs}]`,
    objects: [`<< ${RECT} /FT /Tx >>`],
  });
  const page = await readPageWith(nativeEngine, bytes);
  expect(page.fields).toHaveLength(5000);
  expect(page.notes).toEqual(["Only the first 5000 form fields and notes of the page were read."]);
});

/** An appearance that shows the given text inside a small border. */
const appearance = (shown: string): PdfObject => ({
  entries: "/Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 5 0 R >> >>",
  bytes: `2 2 8 8 re S BT /F1 8 Tf 2 6 Td ${shown} ET`,
});

test.each([
  ["a push button", "/FT /Btn /Ff 65536"],
  ["a signature", "/FT /Sig"],
  ["a list", "/FT /Ch"],
])("%s shows its text on the page, and nothing else of it is read", async (_, widget) => {
  const page = await pageOf(`${widget} /AP << /N 11 0 R >>`, appearance("(Shown) Tj"));
  expect(textOf(page)).toBe("Shown");
  expect(page.glyphs.x[0]).toBe(22);
  expect([page.outlines, page.rules]).toEqual([[], []]);
});

test.each([
  ["1.00", "a value that is formatted", "/FT /Tx /V (1)", "(1.00) Tj"],
  ["1.00", "a number", "/FT /Tx /V 1", "(1.00) Tj"],
  ["first\nsecond", "a value of several lines", "/FT /Tx", "(first) Tj 0 -9 Td (second) Tj"],
  [
    "John  Smith",
    "a value that is shown without its blanks",
    "/FT /Tx /V (John  Smith)",
    "(John) Tj 30 0 Td (Smith) Tj",
  ],
  ["a long value", "a value of which a part is shown", "/FT /Tx /V (a long value)", "(long) Tj"],
  ["kept", "a value without anything shown", "/FT /Tx /V (kept)", ""],
])("the value is %j for %s", async (value, _, widget, shown) => {
  const page = await pageOf(`${widget} /AP << /N 11 0 R >>`, appearance(shown));
  expect(page.fields).toMatchObject([{ value }]);
  expect(textOf(page)).toBe("");
});

test("appearances that the document calls out of date do not count", async () => {
  const bytes = onePagePdf("", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R]",
    catalog: "/AcroForm << /Fields [10 0 R] /NeedAppearances true >>",
    objects: [`<< ${RECT} /FT /Tx /V (new) /AP << /N 11 0 R >> >>`, appearance("(old) Tj")],
  });
  expect((await readPageWith(nativeEngine, bytes)).fields).toMatchObject([{ value: "new" }]);
});

test.each([
  ["a field of a fixed number of cells", "/Ff 16777216 /MaxLen 9", 9],
  ["a field that only bounds its length", "/MaxLen 9", undefined],
  ["a comb that does not say how long it is", "/Ff 16777216", undefined],
])("%s has as many cells as it says", async (_, says, cells) => {
  const [field] = await fieldsOf(`/FT /Tx ${says} /V (12 34)`);
  expect(field?.combCells).toBe(cells);
});
