import { describe, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { type OnePage, onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { wordFile, wordParagraph } from "../convert/testing/office-files.ts";
import type { DocumentBlocks } from "./model/block.ts";
import { toMarkdown } from "./renditions/markdown.ts";

async function blocksOf(document: Uint8Array): Promise<DocumentBlocks> {
  await using extractor = createExtractor({ threads: 1 });
  const { blocks } = await extractor.extract(document, { blocks: true, mode: "native_text" });
  if (blocks === undefined) throw new Error("The document has no blocks.");
  return blocks;
}

const markdownOf = async (document: Uint8Array): Promise<string> => toMarkdown(await blocksOf(document));

const show = (text: string, x: number, y: number, size = 10): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
const marked = (id: number, ...shown: readonly string[]): string =>
  `/P << /MCID ${id} >> BDC ${shown.join(" ")} EMC`;

/** A tag: its type, its entries, and its children or the identifier of its marked content. */
type MadeTag = readonly [type: string, content: number | readonly MadeTag[], entries?: string];

/** A page of these tags; `change` may damage an object of the tree. */
function taggedPage(tags: readonly MadeTag[], change = (object: string): string => object): OnePage {
  const objects: string[] = [""];
  const owners: string[] = [];
  const write = ([type, content, entries = ""]: MadeTag, parent: number): number => {
    const number = 10 + objects.length;
    objects.push("");
    const kids =
      typeof content === "number"
        ? String(content)
        : `[${content.map((kid) => `${write(kid, number)} 0 R`).join(" ")}]`;
    if (typeof content === "number") owners[content] = `${number} 0 R`;
    objects[number - 10] = change(
      `<< /Type /StructElem /S /${type} /P ${parent} 0 R /Pg 3 0 R /K ${kids} ${entries} >>`,
    );
    return number;
  };
  const roots = tags.map((tag) => `${write(tag, 10)} 0 R`).join(" ");
  const parents = owners.join(" ");
  objects[0] = `<< /Type /StructTreeRoot /K [${roots}] /ParentTree << /Nums [0 [${parents}]] >> >>`;
  return {
    page: "/MediaBox [0 0 500 700] /StructParents 0",
    catalog: "/StructTreeRoot 10 0 R",
    objects,
  };
}

const LINE = "The committee met in the second week of March to review figures";

describe("the tags of a document", () => {
  test("give headings, lists with their markers, and paragraphs, whatever they look like", async () => {
    const content = [
      marked(0, show("Small heading", 50, 650, 8)),
      marked(1, show("Large text of the body", 50, 600, 20)),
      marked(2, show("a", 50, 560)),
      marked(3, show("outer item", 70, 560)),
      marked(4, show("b", 50, 540)),
      marked(5, show("inner item", 70, 540)),
      `/Artifact BMC ${show("Running header", 50, 690, 8)} EMC`,
    ];
    const inner: MadeTag = [
      "L",
      [
        [
          "LI",
          [
            ["Lbl", 4],
            ["LBody", 5],
          ],
        ],
      ],
    ];
    const tags: readonly MadeTag[] = [
      ["H2", 0],
      ["P", 1],
      [
        "L",
        [
          [
            "LI",
            [
              ["Lbl", 2],
              ["LBody", [["P", 3], inner]],
            ],
          ],
        ],
      ],
    ];
    expect(await markdownOf(onePagePdf(content.join("\n"), taggedPage(tags)))).toBe(
      "## Small heading\n\nLarge text of the body\n\n- a outer item\n  - b inner item\n",
    );
  });

  test("give tables with spans and empty cells, and figures with their description", async () => {
    const cells = ["Group", "Value", "North", "12", "South"];
    const places = [
      [50, 600],
      [200, 600],
      [50, 580],
      [200, 580],
      [50, 560],
    ] as const;
    const content = cells.map((text, id) =>
      marked(id, show(text, places[id]?.[0] ?? 0, places[id]?.[1] ?? 0)),
    );
    const picture = "q 100 0 0 80 50 400 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q";
    const span = "/A << /O /Table /ColSpan 2 >>";
    const tags: readonly MadeTag[] = [
      [
        "Table",
        [
          [
            "THead",
            [
              [
                "TR",
                [
                  ["TH", 0],
                  ["TH", 1],
                ],
              ],
            ],
          ],
          [
            "TBody",
            [
              [
                "TR",
                [
                  ["TD", 2],
                  ["TD", 3],
                ],
              ],
              ["TR", [["TD", 4, span]]],
            ],
          ],
        ],
      ],
      ["Figure", 5, "/Alt (A grey square)"],
    ];
    const pdf = onePagePdf([...content, marked(5, picture)].join("\n"), taggedPage(tags));
    const { blocks } = await blocksOf(pdf);
    expect(blocks).toMatchObject([
      { kind: "table", rows: 3, columns: 2, headRows: 1, cells: [{}, {}, {}, {}, { row: 2, columnSpan: 2 }] },
      { kind: "figure", description: "A grey square" },
    ]);
  });

  const paragraphs = Array.from({ length: 10 }, (_, id): MadeTag => ["P", id]);
  const shown = Array.from({ length: 10 }, (_, id) => marked(id, show(LINE, 50, 650 - 40 * id)));
  const nested = (depth: number): MadeTag =>
    Array.from({ length: depth }).reduce<MadeTag>((tag) => ["Div", [tag]], ["P", 0]);

  test.each([
    [
      "cover a tenth of the text",
      "cover too little",
      shown.slice(0, 1).concat(shown.slice(1).map((text) => text.replace(/\/P .*?BDC|EMC/gu, ""))),
      paragraphs,
    ],
    [
      "call most of the text artifacts",
      "cover too little",
      shown.map((text, id) => (id === 0 ? text : text.replace(/\/P .*?BDC/u, "/Artifact BMC"))),
      paragraphs,
    ],
    ["are empty", "cover too little", shown.map((text) => text.replace(/\/P .*?BDC|EMC/gu, "")), []],
    ["are nested 300 deep", "nested too deep", shown, [nested(300), ...paragraphs.slice(1)]],
    [
      "alternate within lines",
      "overlap",
      Array.from({ length: 10 }, (_, line) =>
        LINE.split(" ")
          .map((word, at) => marked(at % 2, show(word, 50 + 30 * at, 650 - 20 * line)))
          .join("\n"),
      ),
      paragraphs.slice(0, 2),
    ],
    [
      "call each line a paragraph",
      "each line",
      Array.from({ length: 10 }, (_, id) => marked(id, show(LINE.toLowerCase(), 50, 650 - 12 * id))),
      paragraphs,
    ],
    [
      "call the whole page one paragraph",
      "one paragraph contains",
      [
        marked(
          0,
          ...Array.from({ length: 15 }, (_, line) =>
            show(LINE, 50, 650 - 12 * line - 20 * Math.floor(line / 3)),
          ),
        ),
      ],
      [["P", 0]],
    ],
  ] satisfies readonly (readonly [string, string, readonly string[], readonly MadeTag[]])[])(
    "that %s are not believed, and the result says so",
    async (_, reason, content, tags) => {
      const { blocks, notes } = await blocksOf(onePagePdf(content.join("\n"), taggedPage(tags)));
      expect(notes).toEqual([expect.stringContaining(reason)]);
      expect(blocks.length).toBeGreaterThan(0);
    },
  );

  test.each([
    ["in a circle", "nested too deep", (object: string) => object.replace(/\/P 10 0 R/u, "/P 11 0 R")],
    ["not listed by their parents", "contradict", (object: string) => object.replace(/\/K \d+/u, "/K 999")],
    [
      "under missing objects",
      "nested too deep",
      (object: string) => object.replace(/\/P 10 0 R/u, "/P 900 0 R"),
    ],
  ])("%s are not believed", async (_, reason, change) => {
    const { blocks, notes } = await blocksOf(onePagePdf(shown.join("\n"), taggedPage(paragraphs, change)));
    expect(notes).toEqual([expect.stringContaining(reason)]);
    expect(blocks.map(({ kind }) => kind)).toContain("paragraph");
  });
});

test("tags that make a paragraph of each row of numbers are not used", async () => {
  const rows = Array.from({ length: 8 }, (_, row) => [
    String(1 + row),
    ...[10, 20, 30, 40].map((value) => String(100 * value + 37 * row)),
  ]);
  const content = rows.map((cells, row) =>
    marked(row, ...cells.map((cell, column) => show(cell, 50 + 70 * column, 650 - 14 * row))),
  );
  const page = taggedPage(rows.map((_, row): MadeTag => ["P", row]));
  const { blocks, notes } = await blocksOf(onePagePdf(content.join("\n"), page));
  expect(blocks).toMatchObject([{ kind: "table", rows: 8, columns: 5 }]);
  expect(notes).toEqual(["The document's tags were not used, because each line is a paragraph of its own."]);
});

test("the outline gives headings and their levels in a document without tags", async () => {
  const content = [
    show("Plain heading", 50, 650),
    show(LINE, 50, 620),
    show("An inner one", 50, 590),
    show(LINE, 50, 560),
  ];
  const pdf = onePagePdf(content.join("\n"), {
    page: "/MediaBox [0 0 500 700]",
    catalog: "/Outlines 10 0 R /Names << /Dests << /Names [(inner) [3 0 R /XYZ 0 600 0]] >> >>",
    objects: [
      "<< /First 11 0 R >>",
      "<< /Title (1. Plain Heading) /Dest [3 0 R /Fit] /First 12 0 R /Next 11 0 R >>",
      "<< /Title (An inner one) /A << /S /GoTo /D (inner) >> /Next 11 0 R >>",
    ],
  });
  expect(await markdownOf(pdf)).toBe(`# Plain heading\n\n${LINE}\n\n## An inner one\n\n${LINE}\n`);
});

const BODY = [0, 1, 2].map((row) => show(LINE, 50, 560 - 12 * row)).join(" ");

test("paragraphs in a monospaced font are code, as word processors tag it", async () => {
  const typed = (text: string, y: number): string => show(text, 50, y).replace("/F1", "/F2");
  const content = [
    marked(0, BODY),
    marked(1, typed("for each file {", 500)),
    marked(2, typed("  read it", 488)),
    marked(3, typed("}", 476)),
  ].join("\n");
  const tags: readonly MadeTag[] = [0, 1, 2, 3].map((id) => ["P", id]);
  const courier = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>";
  const resources = `/Font << /F1 5 0 R /F2 ${courier} >>`;
  const document = onePagePdf(content, { ...taggedPage(tags), resources });
  expect(await markdownOf(document)).toContain("```\nfor each file {\n  read it\n}\n```");
});

test("a letter that stands apart at the start of an item is its bullet, as in Word", async () => {
  const item = (id: number, y: number): string => marked(id, show("o", 50, y), show("must be set", 80, y));
  const content = [item(0, 640), item(1, 620), marked(2, BODY)].join("\n");
  const items: readonly MadeTag[] = [0, 1].map((id) => ["LI", [["LBody", id]]]);
  const document = onePagePdf(
    content,
    taggedPage([
      ["L", items],
      ["P", 2],
    ]),
  );
  expect(await markdownOf(document)).toMatch(/^- must be set\n- must be set\n/u);
});

test("large numbered items are headings if the tags have none, as word processors tag them", async () => {
  const content = [marked(0, show("5.2 Storage", 50, 600, 14)), marked(1, BODY)].join("\n");
  const tags: readonly MadeTag[] = [
    ["L", [["LI", [["LBody", 0]]]]],
    ["P", 1],
  ];
  expect(await markdownOf(onePagePdf(content, taggedPage(tags)))).toMatch(/^# 5.2 Storage\n/u);
});

test("links with safe schemes are kept on the characters that they cover", async () => {
  const link = (uri: string, x0: number, x1: number): string =>
    `<< /Type /Annot /Subtype /Link /Rect [${x0} 645 ${x1} 662] /A << /S /URI /URI (${uri}) >> >>`;
  const pdf = onePagePdf(show("see \\(example\\) or run", 50, 650), {
    page: `/MediaBox [0 0 500 700] /Annots [${link("https://example.com/a_\\(b\\)", 73, 111)} ${link("javascript:alert\\(1\\)", 115, 150)}]`,
  });
  const { blocks } = await blocksOf(pdf);
  expect(toMarkdown({ blocks })).toBe("see ([example](https://example.com/a_%28b%29)) or run\n");
});

test("an Office document has the blocks of its own structure", async () => {
  const numbering =
    '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr></w:lvl>' +
    '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
  const item = (text: string, level: number): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const cell = (text: string, properties = ""): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const rich = `<w:tc>${wordParagraph("Net of")}${item("fees", 0)}${item("tax", 0)}</w:tc>`;
  const table = `<w:tbl><w:tr>${cell("Total", '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${rich}${cell("12.50")}</w:tr></w:tbl>`;
  const body = [
    item("first", 0),
    item("inner", 1),
    item("second", 0),
    '<w:p><w:r><w:t xml:space="preserve">Some </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:t xml:space="preserve"> words</w:t></w:r></w:p>',
    table,
  ];
  const file = wordFile(body.join(""), { r2: ["numbering", "numbering.xml", numbering] });
  expect(await markdownOf(file)).toBe(
    "1. first\n   - inner\n2. second\n\nSome **bold** words\n\n" +
      '<table>\n<tbody>\n<tr><td colspan="2">Total</td></tr>\n<tr><td><p>Net of</p><ol><li value="3">fees</li><li value="4">tax</li></ol></td><td>12.50</td></tr>\n</tbody>\n</table>\n',
  );
});

test.each([
  [
    "a Word document",
    wordFile('<w:p><w:r><w:t>Claim</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>', {
      f1: [
        "footnotes",
        "footnotes.xml",
        `<w:footnotes><w:footnote w:id="2">${wordParagraph("Source")}</w:footnote></w:footnotes>`,
      ],
    }),
  ],
  ["a document in rich text", new TextEncoder().encode("{\\rtf1 Claim{\\footnote \\pard Source\\par}\\par}")],
])("the footnotes of %s are footnotes", async (_, file) => {
  const { blocks } = await blocksOf(file);
  const notes = blocks.flatMap((block) => (block.kind === "footnote" ? [block.text] : []));
  expect(notes).toEqual(["[1] Source"]);
  expect(blocks.map(({ kind }) => kind)).not.toContain("list");
});

test("two tables with the same head on successive pages are two if they are two elements", async () => {
  const table = (value: string): string => {
    const row = (cells: readonly string[]): string =>
      `<w:tr>${cells.map((text) => `<w:tc>${wordParagraph(text)}</w:tc>`).join("")}</w:tr>`;
    return `<w:tbl>${row(["Month", "Income"])}${row(["May", value])}</w:tbl>`;
  };
  const document = wordFile(`${table("20")}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${table("30")}`);
  expect(await markdownOf(document)).toBe(
    "| Month | Income |\n| --- | --- |\n| May | 20 |\n\n| Month | Income |\n| --- | --- |\n| May | 30 |\n",
  );
});
