import { createExtractor, type Extractor } from "@galley/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDocument } from "../fixtures/pdf/document.ts";
import { A4 } from "../fixtures/pdf/geometry.ts";
import type { PageBuilder } from "../fixtures/pdf/page.ts";

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 1 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

/** Two check boxes that are off, with outlines drawn on the page, and a mark drawn into the first. */
async function textWith(mark: (page: PageBuilder) => void, mode: "native_text" | "form"): Promise<string> {
  const document = createDocument();
  document.page(A4, (page) => {
    for (const [index, label] of ["Power", "Water"].entries()) {
      const y = 203 + 40 * index;
      page.operators(`0.75 w 100 ${842 - y - 13} 13 13 re S`);
      page.field({
        kind: "checkbox",
        name: label,
        box: { x0: 100, y0: y, x1: 113, y1: y + 13 },
        checked: false,
      });
      page.text(label, { x: 120, y: y + 11 });
    }
    mark(page);
  });
  const { text, pages } = await extractor.extract(document.finish().bytes, { mode });
  const outcome = pages[0]?.outcome;
  expect(outcome?.ok === true && outcome.fields.map(({ checked }) => checked)).toEqual([false, false]);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("["))
    .join("\n");
}

const MARKS: readonly (readonly [name: string, mark: (page: PageBuilder) => void])[] = [
  ["two crossing lines", (page) => page.operators("1 w 102 628 m 111 637 l S 102 637 m 111 628 l S")],
  [
    "lines beyond its corners",
    (page) => page.operators("1 w 99.5 625.5 m 113.5 639.5 l 99.5 639.5 m 113.5 625.5 l S"),
  ],
  ["a tick of one path", (page) => page.operators("1.5 w 102 633 m 105 628 l 111 638 l S")],
  ["a filled tick", (page) => page.operators("102 633 m 105 630 l 111 638 l 105 627 l f")],
  ["a stroke of a pen", (page) => page.operators("1 w 102 632 m 104 626 106 628 112 638 c S")],
  ["a dark square", (page) => page.operators("0 g 103 629 7 7 re f")],
  ["the letter X", (page) => page.text("X", { x: 103, y: 213, size: 10 })],
];

describe.each(["native_text", "form"] as const)("in %s, a check box whose field is off", (mode) => {
  test.each(MARKS)("is checked if the page draws %s into it", async (_, mark) => {
    expect(await textWith(mark, mode)).toBe("[X] Power\n[ ] Water");
  });

  const OTHERS: readonly (readonly [name: string, mark: (page: PageBuilder) => void])[] = [
    ["nothing", () => undefined],
    [
      "a bevel",
      (page) => page.operators("1 w 101 627 m 101 638 l 112 638 l S 0.5 G 101 627 m 112 627 l 112 638 l S"),
    ],
    ["a pale ground", (page) => page.operators("0.9 g 100 626 13 13 re f 0 g")],
    ["a line below its row", (page) => page.line({ x: 60, y: 218 }, { x: 500, y: 218 })],
    ["a tick beside it", (page) => page.operators("1 w 80 630 m 84 627 l 90 637 l S")],
  ];
  test.each(OTHERS)("is not checked by %s", async (_, mark) => {
    expect(await textWith(mark, mode)).toBe("[ ] Power\n[ ] Water");
  });
});

describe("a check box whose field is off", () => {
  async function textWithLook(offLook: string): Promise<string> {
    const document = createDocument();
    document.page(A4, (page) => {
      const box = { x0: 100, y0: 203, x1: 113, y1: 216 };
      page.field({ kind: "checkbox", name: "power", box, checked: false, offLook });
      page.text("Power", { x: 120, y: 214 });
    });
    const { text } = await extractor.extract(document.finish().bytes, { mode: "native_text" });
    return text.replace("<<<", "").trim();
  }

  test.each([
    ["two crossing lines", "1 w 3 3 m 10 10 l S 3 10 m 10 3 l S"],
    ["a tick of one path", "1.5 w 3 6 m 5 3 l 10 10 l S"],
    ["the letter X", "BT /Helv 10 Tf 3 3 Td (X) Tj ET"],
  ])("is checked if its appearance draws %s", async (_, look) => {
    expect(await textWithLook(look)).toBe("[X] Power");
  });

  test.each([
    ["nothing but a frame", ""],
    [
      "a bevel",
      "0.5 g 1 1 m 1 12 l 12 12 l 10 10 l 3 10 l 3 3 l f 0.8 g 12 12 m 12 1 l 1 1 l 3 3 l 10 3 l 10 10 l f",
    ],
    ["a pale ground", "0.9 g 1 1 11 11 re f"],
    ["arcs of a shadow", "1 w 2 6 m 2 9 4 11 6.5 11 c S 11 6 m 11 4 9 2 6.5 2 c S"],
    ["a white letter", "BT 1 g /Helv 10 Tf 3 3 Td (X) Tj ET"],
    ["a word", "BT /Helv 4 Tf 1 5 Td (Off) Tj ET"],
  ])("is not checked if its appearance draws %s", async (_, look) => {
    expect(await textWithLook(look)).toBe("[ ] Power");
  });
});
