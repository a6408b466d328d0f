import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aPageRead } from "../domain/testing/records.ts";
import { documentLines, documentOffsets, documentText, PAGE_ENDS } from "./result/document-text.ts";
import type { PageOutcome } from "./result/extracted-document.ts";

const word = fc.string({ unit: fc.constantFrom(...Array.from("abc漢é0x:<")), minLength: 1, maxLength: 6 });

/** A line of a page as the layout writes it: empty, or words with spaces. */
const line = fc.oneof(
  fc.constant(""),
  fc
    .tuple(fc.nat(8), fc.array(word, { minLength: 1, maxLength: 4 }))
    .map(([indent, words]) => " ".repeat(indent) + words.join("  ")),
);

const pageText = fc
  .array(line, { maxLength: 8 })
  .map((lines) => lines.join("\n").replaceAll(/^\n+|\n+$/gu, ""));

/** Each line of page n is at 100 n + its index, so that metadata identifies its line. */
const pages: fc.Arbitrary<readonly PageOutcome[]> = fc
  .array(fc.oneof({ weight: 5, arbitrary: pageText }, { weight: 1, arbitrary: fc.constant(undefined) }), {
    maxLength: 6,
  })
  .map((texts) =>
    texts.map((text, index) => (text === undefined ? failed(index + 1) : read(index + 1, text))),
  );

function read(number: number, text: string): PageOutcome {
  const rows = text
    .split("\n")
    .flatMap((own, index) => (own === "" ? [0, 0, 0, 0, 0] : [10, 90, 100 * number + index, 12, 1]));
  return aPageRead(number, { text, lines: Float32Array.from(rows), words: new Float64Array() });
}

function failed(number: number): PageOutcome {
  return { ok: false, number, reason: "damaged", message: "", seconds: 0 };
}

const options = fc.record({
  mode: fc.constantFrom("native_text", "low_cost", "high_quality", "form", "table"),
  outputMode: fc.constantFrom("layout_preserving", "text"),
  pageSeparator: fc.constantFrom("<<<", "", "-- {{page_no}} --", "two\nlines"),
  addLineNumbers: fc.boolean(),
  pageEnd: fc.constantFrom(...PAGE_ENDS),
});

test("every line of the text has its metadata, and every line of a page has its own", () => {
  fc.assert(
    fc.property(pages, options, (given, chosen) => {
      const { text, lines } = documentText(given, chosen);
      const written = text
        .split("\n")
        .map((own) => (chosen.addLineNumbers ? own.replace(/^0x\w+: /, "") : own));
      expect(lines).toHaveLength(written.length);
      const placed = lines.flatMap((entry, index) =>
        entry ? [{ entry, text: written[index]?.trimEnd() }] : [],
      );
      const wanted = given.flatMap((page) =>
        page.ok
          ? page.text.split("\n").flatMap((own, index) => (own === "" ? [] : [{ page, own, index }]))
          : [],
      );
      expect(placed.map(({ entry }) => [entry.page, entry.baseY])).toEqual(
        wanted.map(({ page, index }) => [page.number - 1, 4 * (100 * page.number + index)]),
      );
      for (const [at, { own }] of wanted.entries()) expect(placed[at]?.text).toContain(own.trimEnd());
      expect(documentLines(given, chosen)).toEqual(lines);
    }),
    { numRuns: 300 },
  );
});

test("line numbers count the lines in hexadecimal, as wide as the last, and change nothing else", () => {
  fc.assert(
    fc.property(pages, options, (given, chosen) => {
      const plain = documentText(given, { ...chosen, addLineNumbers: false }).text.split("\n");
      const numbered = documentText(given, { ...chosen, addLineNumbers: true }).text.split("\n");
      const parts = numbered.map((own) => /^0x([0-9A-F]+): ([^]*)$/u.exec(own));
      expect(parts.map((part) => part?.[2])).toEqual(plain);
      expect(parts.map((part) => Number.parseInt(part?.[1] ?? "", 16))).toEqual(
        plain.map((_, index) => index),
      );
      expect(new Set(parts.map((part) => part?.[1]?.length)).size).toBe(1);
    }),
  );
});

test("a character of a page is found in the document where its offset says", () => {
  fc.assert(
    fc.property(pages, options, (given, chosen) => {
      const { text } = documentText(given, chosen);
      const offsets = documentOffsets(given, chosen);
      for (const page of given) {
        if (!page.ok) continue;
        for (const { index, 0: own } of page.text.matchAll(/\S+/gu)) {
          const at = offsets.of(page.number, index);
          expect(text.slice(at, at + own.length)).toBe(own);
        }
      }
    }),
  );
});
