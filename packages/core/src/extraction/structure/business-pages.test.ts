import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { blocksOf } from "./testing/made-blocks.ts";

/** Texts in columns at the given places, each line 12 points below the one above. */
function columns(texts: Readonly<Record<number, readonly string[]>>, top = 100): PageBuilder {
  const page = new PageBuilder();
  for (const [x, lines] of Object.entries(texts))
    for (const [row, text] of lines.entries()) page.text(text, Number(x), top + 12 * row);
  return page;
}

test("the blocks of a footer are read one after the other", () => {
  const page = columns({
    50: ["Nordwind Supplies Ltd", "14 Harbour Road", "Bristol BS1 4AP"],
    230: ["Bank Example", "IBAN DE89 3704 0044 0532 0130 00", "BIC COBADEFFXXX"],
    450: ["VAT DE123456789", "HRB 4711", "Jane Miller"],
  });
  expect(toMarkdown(blocksOf(page)).split("\n\n")).toEqual([
    "Nordwind Supplies Ltd\\\n14 Harbour Road\\\nBristol BS1 4AP",
    "Bank Example\\\nIBAN DE89 3704 0044 0532 0130 00\\\nBIC COBADEFFXXX",
    "VAT DE123456789\\\nHRB 4711\\\nJane Miller\n",
  ]);
});

test("rows of names, streets and places are a table", () => {
  const page = columns({
    50: ["Name", "Nordwind", "Amber", "Kestrel"],
    200: ["Street", "14 Harbour Road", "3 Mill Lane", "27 Castle Street"],
    400: ["Town", "20457 Hamburg", "80333 Munich", "04109 Leipzig"],
  });
  expect(blocksOf(page).blocks).toMatchObject([{ kind: "table", rows: 4 }]);
});

test("lines of two columns of prose with numbers are no blocks of a letterhead", () => {
  const left = [
    "The quay was built in",
    "1998 and reaches as far",
    "as the old lighthouse of",
    "the harbour.",
  ];
  const right = [
    "Ships of 40 metres are",
    "moored there, and those",
    "that come after 2010 are",
    "larger still.",
  ];
  const text = toMarkdown(blocksOf(columns({ 50: left, 300: right })));
  expect(text).toContain(left.join(" "));
  expect(text).toContain(right.join(" "));
});

test("rows whose cells stand beside the last line of the description are one row each", () => {
  const page = new PageBuilder();
  const rows = [
    ["Hex bolts, zinc plated", "(GTIN 4711)", "12", "8.40", "100.80"],
    ["Work gloves", "(GTIN 4712)", "3", "12.00", "36.00"],
    ["Copper pipe", "(GTIN 4713)", "40", "1.25", "50.00"],
  ];
  const heads = ["Description", "", "Qty", "Price", "Amount"];
  const places = [50, 50, 260, 340, 430];
  for (const [at, text] of heads.entries()) if (text !== "") page.text(text, places[at] ?? 0, 80);
  for (const [row, texts] of rows.entries())
    for (const [at, text] of texts.entries())
      page.text(text, places[at] ?? 0, 96 + 26 * row + (at === 0 ? 0 : 12));
  expect(toMarkdown(blocksOf(page))).toContain("| Work gloves (GTIN 4712) | 3 | 12.00 | 36.00 |");
});
