import * as fc from "fast-check";
import { expect, test } from "vitest";
import { selectionSchema, selectNumbers } from "./page-selection.ts";

interface Range {
  readonly from: number;
  /** Undefined for one number, Infinity for all that follow. */
  readonly to: number | undefined;
}

const blank = fc.constantFrom("", " ", "  ");
const range: fc.Arbitrary<Range> = fc
  .tuple(fc.nat(60), fc.option(fc.nat(60)), fc.boolean())
  .map(([from, length, isOpen]) => ({
    from,
    to: isOpen ? Infinity : length === null ? undefined : from + length,
  }));

/** A selection in one of the ways it may be written, and what it means. */
const selection = fc
  .array(fc.record({ range, before: blank, between: blank }), { minLength: 1, maxLength: 12 })
  .map((parts) => ({
    ranges: parts.map((part) => part.range),
    written: parts
      .map(({ range: { from, to }, before, between }) => {
        const end = to === undefined ? "" : `${between}-${between}${to === Infinity ? "" : to}`;
        return `${before}${from}${end}${before}`;
      })
      .join(","),
  }));

test("a selection selects the pages that its ranges name and the document has, ascending and once each", () => {
  fc.assert(
    fc.property(selection, fc.nat(50), ({ ranges, written }, last) => {
      const named = Array.from({ length: last }, (_, index) => index + 1).filter((page) =>
        ranges.some(({ from, to = from }) => from <= page && page <= to),
      );
      expect(selectionSchema.safeParse(written).success).toBe(true);
      expect(selectNumbers(written, 1, last)).toEqual(named);
    }),
  );
});

test("any text is rejected or selects pages of the document", () => {
  const anything = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from("0123456789-, \n")), maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  fc.assert(
    fc.property(anything, (written) => {
      const pages = selectNumbers(written, 1, 40);
      expect(selectionSchema.safeParse(written).success || pages.length === 0).toBe(true);
      expect(pages.every((page, index) => page > (pages[index - 1] ?? 0) && page <= 40)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
