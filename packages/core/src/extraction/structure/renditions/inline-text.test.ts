import { expect, test } from "vitest";
import type { TextEmphasis } from "../model/block.ts";
import { inlineMarkdown } from "./escape-markdown.ts";
import { inlineParts } from "./inline-text.ts";

test("parts have the link and the emphasis that hold them; ranges that overlap an earlier one are left out", () => {
  const link = { start: 2, end: 8, url: "https://example.org" };
  const parts = inlineParts({
    text: "0123456789",
    links: [link, { start: 3, end: 5, url: "https://example.com" }, { start: 8, end: 9, url: "file:///x" }],
    emphasis: [
      { start: 0, end: 4, bold: true, italic: false },
      { start: 6, end: 10, bold: false, italic: true },
    ],
  });
  expect(parts).toEqual([
    { start: 0, end: 2, link: undefined, bold: true, italic: false },
    { start: 2, end: 4, link, bold: true, italic: false },
    { start: 4, end: 6, link, bold: false, italic: false },
    { start: 6, end: 8, link, bold: false, italic: true },
    { start: 8, end: 10, link: undefined, bold: false, italic: true },
  ]);
});

test("the emphasis of a text is gone through a fixed number of times, however much there is", () => {
  const readsOf = (words: number): number => {
    let reads = 0;
    const emphasis = Array.from({ length: words }, (_, at): TextEmphasis => {
      const place = { start: at * 3, end: at * 3 + 2 };
      return {
        get start() {
          reads++;
          return place.start;
        },
        end: place.end,
        bold: at % 2 === 0,
        italic: at % 2 === 1,
      };
    });
    inlineMarkdown({ text: "ab ".repeat(words), links: [], emphasis });
    return reads;
  };
  expect(readsOf(2000)).toBeLessThan(11 * readsOf(200));
});
