import { expect, test } from "vitest";
import { PageBuilder } from "../../layout/testing/page-builder.ts";
import { toMarkdown } from "../renditions/markdown.ts";
import { tablesOf } from "../renditions/tables.ts";
import { blocksOf } from "../testing/made-blocks.ts";

const RIGHT = 400;

/** A frame with one line between two columns, and none between its rows. */
function dataSheet(): PageBuilder {
  const page = new PageBuilder();
  for (const x of [50, 250, RIGHT]) page.rule(x, 90, x, 220);
  for (const y of [90, 110, 220]) page.rule(50, y, RIGHT, y);
  page.text("Property", 55, 104).text("Value", 255, 104);
  for (const [row, [name, value]] of [
    ["Voltage", "12 V"],
    ["Current", "3 A"],
    ["Power", "36 W"],
    ["Weight", "2 kg"],
  ].entries())
    page.text(name ?? "", 55, 130 + 16 * row).text(value ?? "", 255, 130 + 16 * row);
  return page.text("Stored", 55, 194).text("Shipped", 160, 194);
}

test("values side by side in one column of a row are one cell", () => {
  const document = blocksOf(dataSheet());
  const [table] = tablesOf(document);
  expect(table?.rows.at(-1)).toEqual(["Stored Shipped", ""]);
  expect(table?.csv).toContain("Stored Shipped,\n");
  expect(toMarkdown(document)).toContain("Stored Shipped");
});
