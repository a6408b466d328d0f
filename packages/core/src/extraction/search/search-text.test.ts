import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aPageRead } from "../../domain/testing/records.ts";
import { documentText } from "../result/document-text.ts";
import type { PageFailed, PageRead } from "../result/extracted-document.ts";
import type { Rect } from "../geometry/rect.ts";
import { MAX_TERM_LENGTH, searchText, type TextMatch } from "./search-text.ts";
import { boxOfWords } from "./word-boxes.ts";

const OPTIONS = {
  mode: "form",
  outputMode: "layout_preserving",
  pageSeparator: "<<<",
  addLineNumbers: false,
} as const;

/** A page whose characters are six points wide and whose lines are twelve apart. */
function page(number: number, text: string): PageRead {
  const words = text.split("\n").flatMap((line, index) => {
    const start = text.split("\n").slice(0, index).join("\n").length + (index === 0 ? 0 : 1);
    return [...line.matchAll(/\S+/g)].flatMap((word) => {
      const [left, right] = [word.index, word.index + word[0].length];
      return [start + left, start + right, 6 * left, 12 * index, 6 * right, 12 * index + 10, 1];
    });
  });
  return aPageRead(number, { text, words: Float64Array.from(words), lines: new Float32Array() });
}

type Found = Omit<TextMatch, "start" | "end"> & { readonly box: Rect };

function found(pages: readonly (PageRead | PageFailed)[], term: string): readonly Found[] {
  const search = searchText(pages, OPTIONS, term);
  if (!search.ok) throw new Error(search.reason);
  return search.matches.map(({ start, end, ...match }) => {
    const on = pages.find(({ number }) => number === match.page);
    return { ...match, box: boxOfWords(on?.ok ? on.words : new Float64Array(), { start, end }) };
  });
}

test("an exact occurrence has its text, place, box and no distance", () => {
  const pages = [page(1, "Dear Sir"), page(3, "the invoice\nNo. 4711 of May")];
  expect(found(pages, "4711 of")).toEqual([
    {
      text: "4711 of",
      page: 3,
      position: documentText(pages, OPTIONS).text.indexOf("4711 of"),
      box: { x0: 24, y0: 12, x1: 66, y1: 22 },
      distance: 0,
      textSource: "native",
    },
  ]);
});

test.each([
  ["INVOICE total", "invoice  TOTAL", 0],
  ["invoice total", "i n v o i c e total", 0],
  ["invoice total", "invoicetotal", 0],
  ["Straße", "STRASSE", undefined],
  ["invoice total", "invioce total", 2],
  ["invoice total", "invoice tota", 0],
  ["invoice total", "invoice tot", 1],
  ["invoice total", "invoices total", 1],
  ["abcde", "abxde", 1],
  ["abcd", "abxd", undefined],
])("%j is found in %j with distance %j", (term, text, distance) => {
  expect(found([page(1, `first ${text} last`)], term)[0]?.distance).toBe(distance);
});

test("an occurrence ends with its word where that is as near", () => {
  expect(found([page(1, "the totel of it")], "total")[0]?.text).toBe("totel");
  expect(found([page(1, "the totax of it")], "total")[0]?.text).toBe("totax");
  expect(found([page(1, "the xotal of it")], "total")[0]?.text).toBe("xotal");
});

test("an occurrence that goes on in the next line has a part on each", () => {
  const [first, second, ...more] = found([page(1, "pay the amount\ndue now")], "amount due");
  expect([first?.text, second?.text, more]).toEqual(["amount", "due", []]);
  expect([first?.box.y0, second?.box.y0]).toEqual([0, 12]);
});

test("an occurrence that goes on on the next page has a part on each", () => {
  const parts = found([page(1, "the amount"), page(2, "due now")], "amount due");
  expect(parts.map((part) => [part.page, part.text])).toEqual([
    [1, "amount"],
    [2, "due"],
  ]);
});

const TWO_COLUMNS = [
  "            The Quarterly Report",
  "",
  "This column speaks of      The other column has",
  "the harvest of the         news of ships that",
  "northern provinces.        went down in storms.",
].join("\n");

test.each([
  ["column speaks of the harvest", ["column speaks of", "the harvest"]],
  ["ships that went down", ["ships that", "went down"]],
  ["northern provinces. The other", ["northern provinces.", "The other"]],
])("%j is found across the lines of a column", (term, parts) => {
  const matches = found([page(1, TWO_COLUMNS)], term);
  expect(matches.map(({ text }) => text)).toEqual(parts);
  expect(matches.every(({ distance }) => distance === 0)).toBe(true);
});

test("what is found in lines and in columns is given once", () => {
  expect(found([page(1, TWO_COLUMNS)], "harvest")).toHaveLength(1);
  expect(found([page(1, TWO_COLUMNS)], "column")).toHaveLength(2);
});

test("occurrences come in the order of the text and do not overlap", () => {
  expect(found([page(1, "aa aa\naa"), page(2, "xaax")], "aa").map(({ position }) => position)).toEqual([
    2, 5, 9, 20,
  ]);
});

test("a page that failed is passed over", () => {
  const failed: PageFailed = { ok: false, number: 1, reason: "timeout", message: "", seconds: 1 };
  expect(found([failed, page(2, "total")], "total")).toMatchObject([{ page: 2 }]);
  expect(found([], "total")).toEqual([]);
});

test.each([
  ["", "blank"],
  [" \n\t", "blank"],
  ["x".repeat(MAX_TERM_LENGTH + 1), "too-long"],
])("the term %j is refused", (term, reason) => {
  expect(searchText([page(1, "text")], OPTIONS, term)).toEqual({ ok: false, reason });
});

test("a search that is made to cost is broken off", () => {
  const pages = Array.from({ length: 300 }, (_, index) => page(index + 1, "a".repeat(3000)));
  expect(searchText(pages, OPTIONS, `${"a".repeat(500)}${"b".repeat(400)}`)).toEqual({
    ok: false,
    reason: "too-costly",
  });
});

const letters = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."abcdefgh ".split("")), minLength: min, maxLength: max });

test("a term that was planted with as many edits as are allowed is found, and never farther off", () => {
  const edit = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom("drop", "add", "change"),
    letter: letters(1, 1),
  });
  fc.assert(
    fc.property(
      letters(5, 120),
      fc.array(edit, { maxLength: 16 }),
      letters(0, 80),
      letters(0, 80),
      (...planted) => {
        const [term, edits, before, after] = planted;
        const size = term.replaceAll(" ", "").length;
        fc.pre(size > 0);
        const allowed = edits.slice(0, Math.floor(size / 5));
        const text = allowed.reduce((edited, { at, kind, letter }) => {
          const index = at % (edited.length + 1);
          const kept = kind === "add" ? index : index + 1;
          return edited.slice(0, index) + (kind === "drop" ? "" : letter) + edited.slice(kept);
        }, term);
        const matches = found([page(1, `${before} ${text} ${after}`)], term);
        const nearest = Math.min(...matches.map(({ distance }) => distance));
        expect(nearest).toBeLessThanOrEqual(allowed.length);
      },
    ),
  );
});

test("the distance of an occurrence is the Levenshtein distance between it and the term", () => {
  fc.assert(
    fc.property(letters(5, 90), letters(0, 300), (term, text) => {
      fc.pre(term.trim() !== "");
      const pages = [page(1, text)];
      const whole = documentText(pages, OPTIONS).text;
      for (const { text: part, position, distance } of found(pages, term)) {
        expect(whole.slice(position, position + part.length)).toBe(part);
        expect(distance).toBe(levenshtein(part.replaceAll(" ", ""), term.replaceAll(" ", "")));
      }
    }),
  );
});

/** The textbook's table (Wagner and Fischer 1974). */
function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split("").entries()) {
    const next = [index + 1];
    for (const [column, facing] of other.split("").entries()) {
      const changed = (row[column] ?? 0) + (letter === facing ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
