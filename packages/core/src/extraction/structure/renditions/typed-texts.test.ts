import { expect, test } from "vitest";
import { notationOf, typedText } from "./typed-texts.ts";

const GERMAN = notationOf(["1.234,56", "28.11.2026"]);
const ENGLISH = notationOf(["1,234.56", "28/11/2026"]);
const UNKNOWN = notationOf(["Total", "7"]);

test.each([
  ["1.234,56 €", GERMAN, { number: 1234.56, format: '#,##0.00 "€"' }],
  ["-1.234", GERMAN, { number: -1234, format: "#,##0" }],
  ["1.234,56-", GERMAN, { number: -1234.56, format: "#,##0.00" }],
  ["$ 12.50", ENGLISH, { number: 12.5, format: '"$" #,##0.00' }],
  ["(1,234)", ENGLISH, { number: -1234, format: "#,##0" }],
  ["EUR 99.00", ENGLISH, { number: 99, format: '"EUR" #,##0.00' }],
  ["12.5 %", ENGLISH, { number: 0.125, format: "0.0%" }],
  ["1 234 567", UNKNOWN, { number: 1_234_567, format: "#,##0" }],
  ["2026", UNKNOWN, 2026],
  ["0.5", UNKNOWN, { number: 0.5, format: "0.0" }],
  ["2026-02-28", UNKNOWN, { date: "2026-02-28" }],
  ["28.11.2026", UNKNOWN, { date: "2026-11-28" }],
  ["03/04/2026", ENGLISH, { date: "2026-04-03" }],
  ["3 April 2026", UNKNOWN, { date: "2026-04-03" }],
  ["Apr 3, 2026", UNKNOWN, { date: "2026-04-03" }],
] as const)("%s is typed", (text, notation, typed) => expect(typedText(text, notation)).toEqual(typed));

test.each([
  ["00123", UNKNOWN],
  ["1,234", UNKNOWN],
  ["03/04/2026", UNKNOWN],
  ["31.02.2026", UNKNOWN],
  ["1234567890123456", UNKNOWN],
  ["1.2.3", UNKNOWN],
  ["12,34,567", ENGLISH],
  ["--5", ENGLISH],
  ["5 kg", ENGLISH],
  ["(5", ENGLISH],
  ["Mayor 3, 2026", ENGLISH],
  ["", ENGLISH],
] as const)("%s stays a text", (text, notation) => expect(typedText(text, notation)).toBe(text));

test("texts that contradict one another show no notation", () => {
  expect(notationOf(["1.5", "1,5", "28/11/2026", "11/28/2026"])).toEqual({
    decimal: undefined,
    dates: undefined,
  });
});
