import { expect, test } from "vitest";
import type { PageStructure } from "../structure/model/page-structure.ts";
import { correctedPage, type CorrectablePage } from "./corrected-page.ts";

/** A page whose characters are 10 points wide and whose lines are 20 points high; words are parted by blanks. */
function pageOf(
  text: string,
  parts: Partial<Pick<CorrectablePage, "fields" | "structure">> = {},
): CorrectablePage {
  const words = text.split("\n").flatMap((line, row) => {
    const before = text.split("\n").slice(0, row).join("\n").length + (row === 0 ? 0 : 1);
    return [...line.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
      const end = index + word.length;
      return [before + index, before + end, 10 * index, 20 * row, 10 * end, 20 * row + 15, 0.5];
    });
  });
  return { text, words: Float64Array.from(words), fields: [], ...parts };
}

const wordsOf = ({ text, words }: CorrectablePage): readonly string[] =>
  Array.from({ length: words.length / 7 }, (_, k) => text.slice(words[7 * k], words[7 * k + 1]));

test("several words of a line change their length; columns still line up where there is room", () => {
  const page = pageOf("Item      Sum   Due\na b   787.50     x\nlast line");
  const corrected = correctedPage(page, [
    { word: 5, text: "1,787.50" },
    { word: 3, text: "aaa" },
    { word: 7, text: "first" },
  ]);
  expect(corrected.text).toBe("Item      Sum   Due\naaa b  1,787.50  x\nfirst line");
  expect(wordsOf(corrected)).toEqual(["Item", "Sum", "Due", "aaa", "b", "1,787.50", "x", "first", "line"]);
  expect(correctedPage(page, [])).toEqual(page);
  expect(correctedPage(pageOf("one two"), [{ word: 0, text: "o" }]).text).toBe("o two");
});

const box = (line: number, from: number, to: number): { x0: number; y0: number; x1: number; y1: number } => ({
  x0: 10 * from,
  y0: 20 * line,
  x1: 10 * to,
  y1: 20 * line + 15,
});

const structured = (blocks: PageStructure["blocks"]): string =>
  JSON.stringify({ version: 1, blocks, note: "" });

const structureOf = ({ structure = "{}" }: CorrectablePage): unknown => JSON.parse(structure);

test("equal words of a line are distinguished; links and emphasis move with the text", () => {
  const style = { size: 10, bold: false, italic: false, monospaced: false };
  const line = {
    text: "10 of 10 or 100",
    ...box(0, 0, 15),
    links: [{ start: 12, end: 15, url: "https://example.org/" }],
    emphasis: [{ start: 6, end: 8, bold: true, italic: false }],
  };
  const block = { kind: "text", lines: [line], style, column: { x0: 0, x1: 150 } } as const;
  const page = pageOf(line.text, { structure: structured([block]) });
  expect(structureOf(correctedPage(page, [{ word: 2, text: "1000" }]))).toMatchObject({
    blocks: [
      {
        lines: [
          {
            text: "10 of 1000 or 100",
            links: [{ start: 14, end: 17 }],
            emphasis: [{ start: 6, end: 10 }],
          },
        ],
      },
    ],
    note: "",
  });
});

test("cells keep their blocks, broken words are found, and fields have the correction, too", () => {
  const text = "- one     x\n- two     mosqui-\n          toes";
  const cells = [
    { ...spot(0), text: "- one\n- two", box: { ...box(0, 0, 5), y1: 35 } },
    { ...spot(1), text: "x mosquitoes", box: { ...box(0, 10, 17), y1: 55 } },
  ];
  const table = {
    kind: "table",
    box: { ...box(0, 0, 17), y1: 55 },
    rows: 1,
    columns: 2,
    headRows: 0,
    cells,
    ruling: "none",
    confidence: 1,
  } as const;
  const field = {
    name: "f",
    kind: "text",
    value: "two",
    checked: null,
    multiline: false,
    fontSize: 9,
  } as const;
  const page = pageOf(text, { structure: structured([table]), fields: [{ ...field, box: box(1, 2, 5) }] });
  const corrected = correctedPage(page, [
    { word: 4, text: "three" },
    { word: 5, text: "Moskwi-" },
  ]);
  expect(structureOf(corrected)).toMatchObject({
    blocks: [
      {
        cells: [
          {
            text: "- one\n- three",
            blocks: [{ kind: "list", items: [{ text: "one" }, { text: "three" }] }],
          },
          { text: "x Moskwitoes" },
        ],
      },
    ],
    note: "",
  });
  expect(corrected.fields).toMatchObject([{ value: "three" }]);
});

const spot = (column: number): { row: number; column: number; rowSpan: number; columnSpan: number } => ({
  row: 0,
  column,
  rowSpan: 1,
  columnSpan: 1,
});

test("a correction that no block has is named in the note", () => {
  const page = pageOf("• item", { structure: structured([]) });
  expect(structureOf(correctedPage(page, [{ word: 1, text: "things" }]))).toMatchObject({
    note: 'Corrections that only the text has, not the blocks: "item" to "things".',
  });
});
