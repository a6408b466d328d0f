import { describe, expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { blocksOf, headingsOf } from "./testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of";

/** Paragraphs of three lines in the size of body text. */
function withProse(page: PageBuilder, y: number, paragraphs = 3): PageBuilder {
  for (let at = 0; at < paragraphs; at++)
    for (const [line, text] of [PROSE, PROSE, "last year."].entries())
      page.text(text, 50, y + 50 * at + 12 * line);
  return page;
}

/** Texts whose middle is that of the prose. */
function centred(
  page: PageBuilder,
  texts: readonly (readonly [text: string, y: number, size: number])[],
): PageBuilder {
  const middle = 50 + (PROSE.length * 10 * 0.5) / 2;
  for (const [text, y, size] of texts) page.text(text, middle - (text.length * size * 0.5) / 2, y, { size });
  return page;
}

describe("entries of a table of contents", () => {
  const ENTRIES = ["Introduction 1", "Berths and sheds 3", "Cranes 3", "Fees of the season 12", "Index 40"];

  test("without leaders are lines and no headings, whatever they are set in", () => {
    const page = new PageBuilder().text("Contents", 50, 60, { size: 18 });
    for (const [row, text] of ENTRIES.entries()) page.text(text, 50, 100 + 22 * row, { size: 14 });
    withProse(page, 260);
    expect(headingsOf(page)).toEqual(["Contents"]);
    expect(toMarkdown(blocksOf(page))).toContain(ENTRIES.join("\\\n"));
  });

  test("in the size of the text are lines of their own, too", () => {
    const page = new PageBuilder();
    for (const [row, text] of ENTRIES.entries()) page.text(text, 50, 100 + 12 * row);
    expect(toMarkdown(withBelow(page))).toContain(ENTRIES.join("\\\n"));
  });

  test("are whole where one without leaders stands among others that have them", () => {
    const page = new PageBuilder();
    const leader = ".".repeat(40);
    page.text("1", 50, 100, { font: "Made-Bold" }).text("Usage", 70, 100, { font: "Made-Bold" });
    page.text("2", 400, 100, { font: "Made-Bold" });
    page.text(`1.1 Options ${leader}`, 70, 120).text("2", 400, 120);
    page.text(`1.2 Colours ${leader}`, 70, 132).text("4", 400, 132);
    const document = withBelow(page);
    expect(toMarkdown(document)).toContain("**1 Usage 2**\n\n1.1 Options");
    expect(document.blocks.some(({ kind }) => kind === "heading" || kind === "table")).toBe(false);
  });

  function withBelow(page: PageBuilder): ReturnType<typeof blocksOf> {
    return blocksOf(withProse(page, 260));
  }

  test("are none if their numbers count the texts, or are those of parts", () => {
    const page = new PageBuilder().text("Exercises of the book", 50, 60, { size: 18 });
    const exercises = [1, 2, 3, 4]
      .map((number) => `Exercise ${number}`)
      .concat("Part I", "Part IV", "Part V", "Part VI");
    for (const [row, text] of exercises.entries())
      page.text(text, 50, 100 + 40 * row, { size: 14, font: "Made-Bold" });
    expect(headingsOf(withProse(page, 460))).toEqual(["Exercises of the book", ...exercises]);
  });
});

describe("prose below a heading in its size", () => {
  test("does not go on from a centred one that had room for its first word", () => {
    const page = withProse(centred(new PageBuilder(), [["1. INTRODUCTION", 88, 10]]), 100);
    expect(headingsOf(withProse(page, 300))).toEqual(["1. INTRODUCTION"]);
  });

  test("does not go on if the space between them is larger than that between its lines", () => {
    const page = new PageBuilder().text(
      "This is a label of the paragraph below and is nearly as wide as",
      50,
      82,
    );
    const { blocks } = blocksOf(withProse(page, 100));
    expect(blocks[1]).toMatchObject({ text: `${PROSE} ${PROSE} last year.` });
  });
});

describe("lines below the title of a document", () => {
  const TITLE = "Berths of the Northern Harbour";
  const titled = (): PageBuilder =>
    centred(new PageBuilder(), [
      [TITLE, 60, 20],
      ["Ada Miller", 90, 12],
      ["12 March 2026", 110, 12],
    ]);

  test("are no headings in a style that no heading has", () => {
    const page = withProse(titled().text("Cranes", 50, 300, { size: 14 }), 150);
    expect(headingsOf(withProse(page, 320))).toEqual([TITLE, "Cranes"]);
  });

  test("are headings in the style of a heading below", () => {
    const page = withProse(titled().text("Cranes", 50, 300, { size: 12 }), 150);
    expect(headingsOf(withProse(page, 320))).toEqual([TITLE, "Ada Miller 12 March 2026", "Cranes"]);
  });

  test("are headings with the number of a section, or in bold type at the edge", () => {
    const page = new PageBuilder().text(TITLE, 50, 60, { size: 20 }).text("1 Cranes", 50, 90, { size: 12 });
    expect(headingsOf(withProse(page, 120))).toEqual([TITLE, "1 Cranes"]);
    const bold = new PageBuilder().text(TITLE, 50, 60, { size: 20 });
    bold.text("Cranes", 50, 90, { size: 12, font: "Made-Bold" });
    expect(headingsOf(withProse(bold, 120))).toEqual([TITLE, "Cranes"]);
  });
});

describe("bold texts smaller than the prose", () => {
  const page = (text: string, size: number): PageBuilder =>
    withProse(new PageBuilder().text(text, 50, 88, { size, font: "Made-Bold" }), 104);

  test.each(["ABSTRACT", "1.2 Berths of members"])("are headings if they are marked as one: %s", (text) => {
    expect(headingsOf(page(text, 8.5))).toEqual([text]);
  });

  test("are none otherwise", () => {
    expect(headingsOf(page("Berths of members", 8.5))).toEqual([]);
    expect(headingsOf(page("ABSTRACT", 7))).toEqual([]);
    const label = page("DELIVERED TO", 8.5).text("TOTAL", 400, 300, { size: 8.5, font: "Made-Bold" });
    expect(headingsOf(label.text("412.50", 400, 312))).toEqual(["DELIVERED TO"]);
  });
});

test("an entry of contents does not go on with the headings below it", () => {
  const leader = ".".repeat(40);
  const made = new PageBuilder().text(`5 History ${leader}`, 50, 100).text("11", 400, 100);
  made.text("6", 50, 124, { font: "Made-Bold" }).text("Index", 70, 124, { font: "Made-Bold" });
  made.text("12", 400, 124, { font: "Made-Bold" });
  made.text("1", 50, 160, { size: 14 }).text("User interface", 80, 160, { size: 14 });
  made.text("1.1", 50, 180, { size: 12 }).text("Introduction", 80, 180, { size: 12 });
  expect(headingsOf(withProse(made, 196))).toEqual(["1 User interface", "1.1 Introduction"]);
});

test("an ornament before the number of a section does not make it an item", () => {
  const page = new PageBuilder().text("■ 1 Berths of members", 50, 84, { size: 14, font: "Made-Bold" });
  page.text("• 2 Berths", 50, 270, { size: 10 });
  expect(headingsOf(withProse(page, 110))).toEqual(["■ 1 Berths of members"]);
});
