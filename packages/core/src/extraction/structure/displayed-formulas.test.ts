import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { blocksOf } from "./testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of";

/** Two lines of prose, a displayed formula below them, and two more lines. */
function around(formula: (page: PageBuilder) => PageBuilder): PageBuilder {
  const page = new PageBuilder().text(PROSE, 50, 80).text(`${PROSE} it:`, 50, 92);
  return formula(page).text(PROSE, 50, 220).text(PROSE, 50, 232);
}

function formulasIn(page: PageBuilder): readonly string[] {
  return blocksOf(page).blocks.flatMap((block) => (block.kind === "formula" ? [block.text] : []));
}

/** A sum with its limits in small type, at a height. */
function sum(page: PageBuilder, x: number, y: number): PageBuilder {
  return page
    .text("n", x + 3, y - 9, { size: 6 })
    .text("∑", x, y)
    .text("k=1", x - 2, y + 9, { size: 6 });
}

test("a sum with limits and a fraction are one formula, from left to right", () => {
  const page = around((own) => {
    sum(own.text("f(x) =", 160, 140).text("g(x)", 230, 140), 206, 140);
    return own.text("a + b", 260, 133).text("2c", 268, 147).text("(4)", 500, 140);
  });
  expect(formulasIn(page)).toEqual(["f(x) = ∑ k=1 n g(x) a + b 2c (4)"]);
});

test("each aligned line of a derivation is a row of one formula", () => {
  const page = around((own) => {
    sum(own.text("h(x) =", 160, 130).text("p(x)", 230, 130), 206, 130);
    return sum(own.text("=", 188, 158).text("q(x)", 230, 158), 206, 158);
  });
  expect(formulasIn(page)).toEqual(["h(x) = ∑ k=1 n p(x)\n= ∑ k=1 n q(x)"]);
  expect(toMarkdown(blocksOf(page))).toContain("h(x) = ∑ k=1 n p(x)\\\n= ∑ k=1 n q(x)");
});

test("formulas of the mathematical alphabets are neither words nor headings", () => {
  const page = around((own) =>
    own.text("𝑋𝑖𝑗𝑤 = 𝑤𝑖𝑗𝑡", 200, 140).text("𝐴𝐵𝐶𝐷", 270, 133).text("𝑐𝑑𝑒𝑓", 270, 147),
  );
  expect(blocksOf(page).blocks.map(({ kind }) => kind)).toEqual(["paragraph", "formula", "paragraph"]);
});

test("labels of a drawing far from each other are no formula", () => {
  const page = around((own) => own.text("a = 1", 100, 130).text("b", 300, 137).text("c", 480, 144));
  expect(formulasIn(page)).toEqual(["a = 1"]);
});

test("an index below a line of text does not make it a formula", () => {
  const page = new PageBuilder().text(PROSE, 50, 80).text("k=1", 120, 84, { size: 6 });
  page.text("∑", 116, 78, { size: 7 }).text(PROSE, 50, 92);
  expect(formulasIn(page).every((text) => !text.includes("committee"))).toBe(true);
});
