import { expect, test } from "vitest";
import type { PageContent } from "../../page/page-content.ts";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

/** The page with each piece of text as a block of its own. */
function inBlocks(pieces: readonly (readonly [string, number, number, number?])[]): readonly string[] {
  const page = new PageBuilder();
  for (const [text, x, y, size = 10] of pieces) page.text(text, x, y, { size });
  const content = page.build();
  const block = Int32Array.from(pieces.flatMap(([text], index) => Array.from(text, () => index)));
  const tagged = { ...content, glyphs: { ...content.glyphs, block } };
  return layoutPage(tagged, { ...OPTIONS, outputMode: "text" }).text.split("\n");
}

/** The page with all text as one block. */
function inOneBlock(page: PageContent): PageContent {
  return { ...page, glyphs: { ...page.glyphs, block: new Int32Array(page.glyphs.count) } };
}

function linesOf(page: PageBuilder): readonly string[] {
  const { text } = layoutPage(inOneBlock(page.build()), { ...OPTIONS, outputMode: "text" });
  return text.split("\n");
}

test("a paragraph that goes on at the top of the next column is read to its end", () => {
  const page = new PageBuilder().text("begins below,", 50, 300).text("and goes on", 50, 312);
  page.text("in the second", 250, 100).text("column.", 250, 112);
  expect(linesOf(page)).toEqual(["begins below,", "and goes on", "in the second", "column."]);
});

test("the cells of a tagged row are written side by side, whichever is the highest", () => {
  const page = new PageBuilder().text("Pumps", 50, 124);
  for (const [line, text] of ["cast", "iron", "two", "inch", "bore"].entries()) {
    page.text(text, 150, 100 + 12 * line);
  }
  expect(linesOf(page)).toContain("Pumps  two");
});

test("tagged words in bold and raised numbers stay in their line", () => {
  const lines = inBlocks([
    ["a signed copy by the 5", 50, 100],
    ["th", 160, 96, 6],
    ["of December", 170, 100],
    ["Senior Surveyor", 50, 112],
    ["on the terms", 128, 112],
  ]);
  expect(lines).toEqual(["a signed copy by the 5th of December", "Senior Surveyor on the terms"]);
});

test("a tagged value far from its label and a short text beside another are read with it", () => {
  const lines = inBlocks([
    ["Salary", 50, 100],
    ["58,000", 300, 100],
    ["The left one", 50, 130],
    ["The right one", 300, 130],
  ]);
  expect(lines).toEqual(["Salary  58,000", "The left one  The right one"]);
});

test("the terms of a formula that are tagged one by one stay together", () => {
  const lines = inBlocks([
    ["the value of the following", 50, 100],
    ["x", 60, 130],
    ["(", 65, 133, 18],
    ["t", 75, 130],
    ["=", 82, 130],
    ["sum", 90, 131],
    ["i=1", 90, 141, 7],
    ["n", 95, 120, 7],
    ["a+b", 115, 124],
    ["c", 120, 136],
    ["which is then added", 50, 160],
  ]);
  expect(lines[0]).toBe("the value of the following");
  expect(lines.at(-1)).toBe("which is then added");
  const formula = lines.slice(1, -1);
  expect(formula.length).toBeLessThan(7);
  expect(formula.find((line) => line.startsWith("x"))).toMatch(/^x *\( *t *= *sum/u);
});

test("a tagged sentence goes on at the top of the next column although its first column starts no lower", () => {
  const page = new PageBuilder();
  const left = [
    "The berths are dredged every year,",
    "and what is taken out of them is",
    "sold as sand to the builders of",
  ];
  for (const [line, text] of left.entries()) page.text(text, 50, 104 + 12 * line);
  page.text("houses, who use it for mortar and", 250, 100).text("for roads.", 250, 112);
  expect(linesOf(page)).toEqual([...left, "houses, who use it for mortar and", "for roads."]);
});

test("tagged cells that fill their columns are read row by row", () => {
  const page = new PageBuilder();
  for (const [line, text] of ["Pumps of iron, cast", "and of brass, drawn"].entries())
    page.text(text, 50, 104 + 12 * line);
  for (const [line, text] of ["Two inches of bore", "or three on demand"].entries())
    page.text(text, 250, 104 + 12 * line);
  expect(linesOf(page)[0]).toBe("Pumps of iron, cast  Two inches of bore");
});
