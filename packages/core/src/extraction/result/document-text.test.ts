import { expect, test } from "vitest";
import { documentLines, documentOffsets, documentText, linesOfPage, wordsOfPage } from "./document-text.ts";
import type { PageFailed, PageOutcome, PageRead } from "./extracted-document.ts";

const OPTIONS = {
  mode: "native_text",
  outputMode: "layout_preserving",
  pageSeparator: "<<<",
  addLineNumbers: false,
} as const;

/** A page of 792 points whose k-th line is at 100 + 20 k points; empty lines are blank. */
function page(number: number, text: string): PageRead {
  const rows = text
    .split("\n")
    .flatMap((line, index) => (line === "" ? [0, 0, 0, 0, 0] : [10, 90, 100 + 20 * index, 12.5, 1]));
  const source = {
    engine: "native",
    textSource: "native",
    reason: "",
    garbled: false,
    message: "",
    seconds: 0,
  } as const;
  const shape = {
    width: 612,
    height: 792,
    rotation: 0,
    fields: [],
    checkMarks: [],
    rules: [],
    images: [],
  } as const;
  return {
    ok: true,
    number,
    ...source,
    ...shape,
    text,
    lines: Float32Array.from(rows),
    words: wordRows(text),
  };
}

function wordRows(text: string): Float64Array {
  const rows = Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => [
    index,
    index + word.length,
    1,
    2,
    3,
    4,
    1,
  ]);
  return Float64Array.from(rows.flat());
}

const failed: PageFailed = { ok: false, number: 2, reason: "damaged", message: "", seconds: 0 };

test.each<[string, PageOutcome[], Partial<typeof OPTIONS> | object, string]>([
  ["layout text", [page(1, "a\n\n  b")], {}, "\n\na \n\n  b \n<<<\f"],
  ["two pages", [page(1, "a"), page(2, "b")], {}, "\n\na \n<<<\f\n\nb \n<<<\f"],
  ["low_cost, without blanks at line ends", [page(1, "a")], { mode: "low_cost" }, "\n\na\n<<<\f"],
  ["text", [page(1, "a\nb")], { outputMode: "text" }, "a\nb\n<<<\n\f\n\n\n\n\n\n\n"],
  [
    "text where pages may be recognised",
    [page(1, "a\nb")],
    { outputMode: "text", mode: "low_cost" },
    "a\nb\n\n\n<<<\n\f\n\n\n\n\n\n\n",
  ],
  ["a failed page", [page(1, "a"), failed], {}, "\n\na \n<<<\f\n\n\n<<<\f"],
  ["a page without text", [page(1, "")], {}, "\n\n\n<<<\f"],
  ["no pages", [], {}, ""],
  [
    "a separator with page numbers",
    [page(3, "a"), page(4, "b")],
    { pageSeparator: "-- {{page_no}}/{{page_no}} $& --" },
    "\n\na \n-- 3/3 $& --\f\n\nb \n-- 4/4 $& --\f",
  ],
])("pages are joined: %s", (_, pages, options, text) => {
  expect(documentText(pages, { ...OPTIONS, ...options }).text).toBe(text);
});

test("line numbers are hexadecimal, upper case, and as wide as the last one", () => {
  const three = documentText([page(1, "")], {
    ...OPTIONS,
    addLineNumbers: true,
    outputMode: "text",
    pageSeparator: "",
  });
  expect(three.text.split("\n").slice(0, 2)).toEqual(["0x0: ", "0x1: "]);
  const text = Array.from({ length: 30 }, (_unused, index) => `line ${index}`).join("\n");
  const many = documentText([page(1, text)], { ...OPTIONS, addLineNumbers: true }).text.split("\n");
  expect(many[0]).toBe("0x00: ");
  expect(many[2]).toBe("0x02: line 0 ");
  expect(many[28]).toBe("0x1C: line 26 ");
});

test("the digits of line numbers grow with the number of lines", () => {
  const numbered = (lines: number): string =>
    documentText([page(1, Array.from({ length: lines }, () => "x").join("\n"))], {
      ...OPTIONS,
      addLineNumbers: true,
    }).text;
  // There are two lines before the text and one after it.
  expect(numbered(13).startsWith("0x0: ")).toBe(true);
  expect(numbered(14).startsWith("0x00: ")).toBe(true);
});

test.each([OPTIONS, { ...OPTIONS, addLineNumbers: true }, { ...OPTIONS, outputMode: "text" as const }])(
  "every line of the text has its metadata: %j",
  (options) => {
    const pages = [page(1, "a\n\nb"), failed, page(3, "c"), page(4, "")];
    const { text, lines } = documentText(pages, options);
    const found = text.split("\n").map((line) => /[abc](?= ?$)/u.exec(line)?.[0] ?? null);
    const said = lines.map((line) => line && (line.page === 2 ? "c" : line.baseY === 400 ? "a" : "b"));
    expect(said).toEqual(found);
  },
);

test("pages may end with the separator on a line of its own", () => {
  const pages = [page(1, "a"), page(2, "b")];
  const layout = documentText(pages, { ...OPTIONS, pageEnd: "own_line" });
  expect(layout.text).toBe("\n\na \n<<<\n\f\n\n\nb \n<<<\n\f\n");
  expect(layout.lines).toHaveLength(layout.text.split("\n").length);
  expect(layout.lineCount()).toBe(layout.lines.length);
  const plain = documentText(pages, { ...OPTIONS, outputMode: "text", pageEnd: "own_line" });
  expect(plain.text).toBe("a\n\n\n\n<<<\nb\n\n\n\n<<<\n");
});

test.each([
  OPTIONS,
  { ...OPTIONS, mode: "low_cost" as const, pageEnd: "own_line" as const },
  { ...OPTIONS, addLineNumbers: true },
  { ...OPTIONS, outputMode: "text" as const, pageSeparator: "page {{page_no}}" },
])("every character of a page has its place in the text: %j", (options) => {
  const pages = [page(1, "one two\n\nthree"), failed, page(12, ""), page(13, "four\nfive")];
  const { text } = documentText(pages, options);
  const offsets = documentOffsets(pages, options);
  for (const word of ["one", "two", "three", "four", "five"]) {
    const on = pages.find((read): read is PageRead => read.ok && read.text.includes(word));
    expect(offsets.of(on?.number ?? 0, on?.text.indexOf(word) ?? 0)).toBe(text.indexOf(word));
  }
});

test("metadata is in pixels at 288 dpi", () => {
  const { lines } = documentText([page(7, "a")], OPTIONS);
  expect(lines).toEqual([
    null,
    null,
    { page: 6, baseY: 400, height: 50, pageHeight: 3168, confidence: 1 },
    null,
  ]);
});

test("a separator of several lines counts as several lines", () => {
  const options = { ...OPTIONS, pageSeparator: "=\n=" };
  const { text, lines, lineCount } = documentText([page(1, "a"), page(2, "b")], options);
  expect(lines).toHaveLength(text.split("\n").length);
  expect(lineCount()).toBe(lines.length);
  expect(lines.flatMap((line, index) => (line ? [index] : []))).toEqual([2, 6]);
});

test("the metadata outlives the text", () => {
  const read = page(1, "a\n\nb");
  const forgotten: PageRead = { ...read, text: "" };
  expect(documentLines([forgotten], OPTIONS)).toEqual(documentText([read], OPTIONS).lines);
});

test("a page's lines and words are objects with their boxes in points", () => {
  const read = page(1, "one two\n\nthree");
  expect(wordsOfPage(read).map((word) => word.text)).toEqual(["one", "two", "three"]);
  const [first, blank, last] = linesOfPage(read);
  expect(first?.words.map((word) => word.text)).toEqual(["one", "two"]);
  expect(first?.box).toEqual({ x0: 10, x1: 90, y0: 87.5, y1: 100 });
  expect(blank).toMatchObject({ text: "", box: null, words: [] });
  expect(last?.words).toEqual([{ text: "three", box: { x0: 1, y0: 2, x1: 3, y1: 4 }, confidence: 1 }]);
});
