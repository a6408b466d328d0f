import { describe, expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { tablesOf } from "./renditions/tables.ts";
import { blocksOf } from "./testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of";

/** A page with three lines of prose from a height on. */
function withProse(page: PageBuilder, y: number, x = 50): PageBuilder {
  for (const row of [0, 1, 2]) page.text(PROSE, x, y + 12 * row);
  return page;
}

function headingsOf(page: PageBuilder): readonly string[] {
  return blocksOf(page).blocks.flatMap((block) =>
    block.kind === "heading" ? [`${block.level} ${block.text}`] : [],
  );
}

describe("numbered steps", () => {
  const steps = (...numbers: readonly string[]): string => {
    const page = withProse(new PageBuilder(), 60);
    for (const [at, number] of numbers.entries()) {
      page.text(`${number} Do this`, 50, 120 + 60 * at);
      page.text(`make step${at}`, 70, 144 + 60 * at, { font: "Made-Mono" });
    }
    return toMarkdown(blocksOf(page));
  };

  test("that code interrupts are items of one list", () => {
    const text = steps("1.", "2.", "3.");
    expect(text).toContain("\n1. Do this\n\n```\nmake step0\n```\n\n2. Do this\n");
    expect(text).toContain("\n3. Do this\n");
  });

  test("that do not count on are texts with a number", () => {
    expect(steps("4.", "9.", "7.")).toContain("\n4\\. Do this\n");
  });
});

test("a page number between dashes is no item of a list", () => {
  const page = (number: number): PageBuilder =>
    withProse(new PageBuilder(), 100).text(`- ${number} -`, 280, 760);
  expect(blocksOf(page(4), page(5)).blocks.map(({ kind }) => kind)).toEqual([
    "paragraph",
    "page_number",
    "paragraph",
    "page_number",
  ]);
});

test("the sections of a manual page with one text each are headings, the terms in them are not", () => {
  const page = new PageBuilder();
  for (const [at, name] of ["NAME", "SYNOPSIS", "DESCRIPTION", "BUGS", "SEE ALSO"].entries())
    withProse(page.text(name, 50, 80 + 60 * at, { font: "Made-Bold" }), 92 + 60 * at, 80);
  for (const [at, name] of ["--all", "--brief"].entries())
    withProse(page.text(name, 50, 380 + 60 * at, { font: "Made-Bold" }), 392 + 60 * at, 80);
  expect(headingsOf(page)).toEqual(["1 NAME", "1 SYNOPSIS", "1 DESCRIPTION", "1 BUGS", "1 SEE ALSO"]);
});

test("the level of a numbered section does not depend on capitals in its name", () => {
  const page = new PageBuilder();
  for (const [at, name] of ["2 Systems", "2.1 DOS", "2.2 Windows"].entries()) {
    const size = at === 0 ? 16 : 13;
    withProse(page.text(name, 50, 80 + 80 * at, { size, font: "Made-Bold" }), 104 + 80 * at);
  }
  expect(headingsOf(page)).toEqual(["2 2.1 DOS", "2 2.2 Windows"]);
});

test("a heading at the left edge does not go on from the centred one above it", () => {
  const page = new PageBuilder();
  page.text("Notes on the Use of the New Precoder", 80, 60, { size: 12 });
  withProse(page.text("Background", 50, 84, { size: 12 }), 110);
  expect(headingsOf(page)).toEqual(["1 Notes on the Use of the New Precoder", "1 Background"]);
});

test("entries of an index are lines of their own", () => {
  const entries = ["deletion · 14, 30, 32", "descent · 76", "directives · 15, 16–17", "em square · 14"];
  const page = new PageBuilder();
  for (const [row, text] of entries.entries()) page.text(text, 50, 100 + 12 * row);
  expect(toMarkdown(blocksOf(page))).toBe(`${entries.join("\\\n")}\n`);
});

test("lines of prose are joined where a picture beside them ends, also if the paragraph has five", () => {
  const page = new PageBuilder();
  const short = "so for the next few seconds after those are";
  const lines = [
    `S${short.slice(1)}`,
    short,
    short,
    "into another one. It takes us an hour to recover and to remove all",
  ];
  for (const [row, text] of [...lines, "of it, and we can speed this up."].entries())
    page.text(text, 50, 100 + 12 * row);
  expect(toMarkdown(blocksOf(page))).not.toContain("\\\n");
});

describe("no table", () => {
  test("is code with comments in a box", () => {
    const page = withProse(withProse(new PageBuilder(), 60), 96);
    for (const y of [140, 192]) page.rule(60, y, 460, y);
    for (const x of [60, 460]) page.rule(x, 140, x, 192);
    for (const [row, text] of ["pull", "commit -a", "push"].entries())
      page
        .text(text, 70, 156 + 12 * row, { font: "Made-Mono" })
        .text(`# step ${row}`, 260, 156 + 12 * row, { font: "Made-Mono" });
    const { blocks } = blocksOf(withProse(page, 220));
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "code", "paragraph"]);
  });

  test("are numbered headings with a text of a line or two below each", () => {
    const page = withProse(new PageBuilder(), 60);
    for (const [at, name] of ["crit.dat", "geom.dat", "files.dat", "chi.dat"].entries()) {
      const y = 110 + 40 * at;
      page.text(`6.${at + 3}`, 50, y).text(name, 80, y);
      page.text(PROSE, 50, y + 20);
    }
    expect(tablesOf(blocksOf(page))).toEqual([]);
  });

  test("is justified text with two spaces after a sentence", () => {
    const page = new PageBuilder().text(`${PROSE} last year`, 50, 84);
    for (const y of [96, 108, 120]) {
      let x = 50;
      for (const word of "It ran. The other one was built with tools. The user interface is large.".split(
        " ",
      )) {
        page.text(word, x, y);
        x += 5 * word.length + (word.endsWith(".") ? 14 : 7);
      }
    }
    expect(tablesOf(blocksOf(page))).toEqual([]);
  });
});

test("a table whose last rule is on the next page is one", () => {
  const page = (rows: number, from: number): PageBuilder => {
    const made = new PageBuilder();
    for (const y of [60, 80]) made.rule(50, y, 300, y);
    made.text("Country", 54, 74).text("Sum", 200, 74);
    for (let row = 0; row < rows; row++)
      made.text(`Country ${from + row}`, 54, 94 + 18 * row).text(`${from + row}00.5`, 200, 94 + 18 * row);
    return made;
  };
  const [table, ...others] = tablesOf(blocksOf(page(5, 1), page(3, 6).rule(50, 150, 300, 150)));
  expect(others).toEqual([]);
  expect(table?.rows.map(([name]) => name)).toEqual([
    "Country",
    ...Array.from({ length: 8 }, (_, at) => `Country ${at + 1}`),
  ]);
});

test("rows of a table without rules may have a cell of many lines", () => {
  const page = new PageBuilder();
  let y = 80;
  for (const [code, name] of [
    ["14", "BREAK into program"],
    ["19", "Loading error"],
    ["20", "Bad device"],
  ] as const) {
    page.text(code, 50, y).text(name, 100, y);
    for (const row of [1, 2, 3]) page.text("a file has been found that it", 100, y + 12 * row);
    y += 56;
  }
  const [table, ...others] = tablesOf(blocksOf(page));
  expect(others).toEqual([]);
  expect(table?.rows.map(([code]) => code)).toEqual(["14", "19", "20"]);
});

test("a list item goes on at the left edge of the page", () => {
  const page = withProse(new PageBuilder(), 60);
  page.text("• Once a preset is added it is in the main window, but it is", 80, 110);
  page.text("not saved to disk", 50, 122).text("• Others are saved", 80, 134);
  expect(toMarkdown(blocksOf(page))).toContain("but it is not saved to disk\n- Others are saved\n");
});
