import { expect, test } from "vitest";
import { DomainError } from "../domain-error.ts";
import { hitContext } from "./hit-context.ts";
import { searchTerm } from "./search-term.ts";
import { wordsOf } from "./words.ts";

test.each([
  ["Rechnung Nr. 2025-0417", ["rechnung", "nr", "2025", "0417"]],
  ["Café ﬁne STRASSE Straße", ["cafe", "fine", "strasse", "strasse"]],
  ["東京都 Tokyo", ["東", "京", "都", "tokyo"]],
  ["1,555.09 €", ["1", "555", "09"]],
  ["— … !", []],
])("the words of %s", (text, words) => {
  expect(Array.from(wordsOf(text), ({ word }) => word)).toEqual(words);
});

test("words may go on, words in quotation marks may not", () => {
  expect(searchTerm('invoi "delivery note" 47')).toEqual([
    { words: ["invoi"], isPrefix: true },
    { words: ["delivery", "note"], isPrefix: false },
    { words: ["47"], isPrefix: false },
  ]);
});

test.each(["", ' "" ', "…", "x".repeat(1001), "word ".repeat(33)])("the term %j is refused", (term) => {
  expect(() => searchTerm(term)).toThrow(DomainError);
});

test("a hit shows the line that has most of the term, with the parts that match", () => {
  const text = "INVOICE\n\n   Total of the   invoice      1,555.09\nTotal";
  const hit = hitContext(text, searchTerm("invoi total"), []);
  expect(hit).toMatchObject({ line: 3, text: "Total of the invoice 1,555.09" });
  expect(hit.matches.map(({ start, end }) => hit.text.slice(start, end))).toEqual(["Total", "invoice"]);
});

test("of a long line, the part around the first match is shown", () => {
  const line = `${"padding ".repeat(60)}needle ${"padding ".repeat(60)}`;
  const hit = hitContext(line, searchTerm("needle"), []);
  expect(hit.text.length).toBe(200);
  expect(hit.matches.map(({ start, end }) => hit.text.slice(start, end))).toEqual(["needle"]);
});
