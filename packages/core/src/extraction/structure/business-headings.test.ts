import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { headingsOf } from "./testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of";

/** The headings of a page of texts with their sizes; texts of another size have blank space above. */
function headingsIn(
  texts: readonly (readonly [text: string, size: number, font?: string])[],
): readonly string[] {
  const page = new PageBuilder();
  let y = 100;
  let before = 0;
  for (const [text, size, font = "Made-Sans"] of texts) {
    y += size === before ? 1.2 * size : 3 * size;
    page.text(text, 50, y, { size, font });
    before = size;
  }
  return headingsOf(page);
}

test("lines above smaller text are headings, although they have more characters than the text", () => {
  const headings = ["Lists whose items have numbers of their own", "Tables in the cells of other tables"];
  const texts = [
    [headings[0] ?? "", 16],
    ["Berths and sheds", 11],
    [headings[1] ?? "", 16],
    ["Cranes", 11],
  ] as const;
  expect(headingsIn(texts)).toEqual(headings);
});

test("short lines in the size of addresses and paragraphs are none, although most text is smaller", () => {
  const small = Array.from({ length: 6 }, () => [PROSE, 7] as const);
  const address = ["Jane Miller", "14 Harbour Road", "BS1 5TH Bristol"].map((line) => [line, 11] as const);
  const title = ["Invoice", 16] as const;
  expect(headingsIn([title, ...address, ...small, ["Delivered by ship", 11]])).toEqual(["Invoice"]);
  expect(headingsIn([title, ...small, ["Delivered by ship", 11], ...small])).toEqual([
    "Invoice",
    "Delivered by ship",
  ]);
});

test.each([
  ["Total due: 3,406.63 EUR", []],
  ["Part 2: Roads and Bridges", ["Part 2: Roads and Bridges"]],
])("of labels in larger type, %j has the headings %j", (text, headings) => {
  expect(
    headingsIn([
      [PROSE, 10],
      [PROSE, 10],
      [text, 14],
      [PROSE, 10],
      [PROSE, 10],
    ]),
  ).toEqual(headings);
});

test("a bold line above the last sentence of a document is a heading, above an office a signature", () => {
  const end = (last: string): readonly string[] =>
    headingsIn([
      [PROSE, 10],
      [PROSE, 10],
      ["Payment Terms", 11, "Made-Bold"],
      [last, 10],
    ]);
  expect(end("The goods remain our property until they are paid for.")).toEqual(["Payment Terms"]);
  expect(end("Head of the Harbour Office in Bristol")).toEqual([]);
});
