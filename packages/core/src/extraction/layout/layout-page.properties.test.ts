import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GLYPH, type PageContent } from "../page/page-content.ts";
import { LINE_COLUMNS, WORD_COLUMNS } from "../page/page-text.ts";
import { layoutPage } from "./layout-page.ts";
import type { LayoutOptions } from "../page/layout-options.ts";
import { OPTIONS, PageBuilder } from "./testing/page-builder.ts";

/** Letters of many scripts and widths. Brackets are mirrored in right-to-left text, and hyphens may join words. */
const LETTERS = Array.from("abcdefABCDEF0123456789.,;:äßøčñЖщΩαβ漢字仮名カナ한글אבגדהقفكلم€%&@#•½😀𠀀");

interface Scrap {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle: number;
  readonly advance: number;
}

/** Anywhere on the page, in any size and direction, over one another or not. */
const place = {
  x: fc.double({ min: 0, max: 612, noNaN: true }),
  y: fc.double({ min: 0, max: 792, noNaN: true }),
  size: fc.oneof(fc.double({ min: 0.5, max: 72, noNaN: true }), fc.constantFrom(8, 10, 12)),
  angle: fc.oneof(fc.constantFrom(0, 0, 0, 90, 180, -90), fc.double({ min: -179, max: 180, noNaN: true })),
  advance: fc.double({ min: 0, max: 2, noNaN: true }),
};

/** Glyphs of one character each, no two the same: none of them is the shadow of another. */
const distinctScraps: fc.Arbitrary<readonly Scrap[]> = fc
  .uniqueArray(fc.constantFrom(...LETTERS), { maxLength: 60 })
  .chain((letters) => fc.tuple(...letters.map((text) => fc.record({ text: fc.constant(text), ...place }))));

/** Text that a broken font may yield: several characters, none, controls, lone surrogates, marks. */
const anyScraps: fc.Arbitrary<readonly Scrap[]> = fc.array(
  fc.record({
    text: fc.oneof(fc.constantFrom(...LETTERS), fc.string({ unit: "binary", maxLength: 3 })),
    ...place,
  }),
  { maxLength: 80 },
);

/** Words on rows, as documents have them, with blank glyphs or gaps between them. */
const written: fc.Arbitrary<readonly Scrap[]> = fc
  .array(
    fc.record({
      words: fc.array(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 9 }), {
        maxLength: 6,
      }),
      x: fc.integer({ min: 20, max: 300 }),
      row: fc.integer({ min: 1, max: 50 }),
      gap: fc.constantFrom(3, 5, 12, 40),
    }),
    { maxLength: 12 },
  )
  .map((lines) => lines.flatMap((line) => scrapsOf(line)));

function scrapsOf(line: {
  readonly words: readonly string[];
  readonly x: number;
  readonly row: number;
  readonly gap: number;
}): readonly Scrap[] {
  let x = line.x;
  const scraps: Scrap[] = [];
  for (const word of line.words) {
    for (const text of word) {
      scraps.push({ text, x, y: line.row * 15, size: 10, angle: 0, advance: 0.5 });
      x += 5;
    }
    x += line.gap;
  }
  return scraps.filter((scrap) => scrap.x < 612);
}

function pageOf(scraps: readonly Scrap[]): PageContent {
  const builder = new PageBuilder();
  for (const { text, x, y, ...style } of scraps) builder.glyphs([text], x, y, style);
  return builder.build();
}

const options: fc.Arbitrary<LayoutOptions> = fc.record({
  mode: fc.constantFrom("native_text", "low_cost", "high_quality", "form", "table"),
  outputMode: fc.constantFrom("layout_preserving", "text"),
  textOrder: fc.constantFrom("reading_order", "rows", "unprocessed"),
  lineTolerance: fc.double({ min: 0.1, max: 1, noNaN: true }),
  lineStrategy: fc.constantFrom("left-priority", "mid-priority", "right-priority"),
  horizontalStretchFactor: fc.double({ min: 0.5, max: 2, noNaN: true }),
  markVerticalLines: fc.boolean(),
  markHorizontalLines: fc.boolean(),
  allowRotatedText: fc.constant(true),
  watermarkAngleThreshold: fc.constant(25),
  ignoreVerticalText: fc.constant(false),
  derotateThreshold: fc.integer({ min: 0, max: 45 }),
  minTableWidth: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** The characters of a text by their code points, decomposed, without its blanks. */
function charactersOf(text: string): readonly string[] {
  return Array.from(text.normalize("NFD").replaceAll(/\s/gu, "")).toSorted();
}

describe("no character is lost or made up", () => {
  test("of glyphs anywhere on the page, with any options", () => {
    fc.assert(
      fc.property(distinctScraps, options, (scraps, chosen) => {
        const { text } = layoutPage(pageOf(scraps), chosen);
        expect(charactersOf(text)).toEqual(charactersOf(scraps.map((scrap) => scrap.text).join("")));
      }),
      { numRuns: 300 },
    );
  });

  test("of words that lie beside one another", () => {
    const apart = written.filter(
      (scraps) => new Set(scraps.map(({ x, y }) => `${x} ${y}`)).size === scraps.length,
    );
    fc.assert(
      fc.property(apart, (scraps) => {
        const content = pageOf(scraps);
        const isOver = (a: Scrap, b: Scrap): boolean => a !== b && a.y === b.y && Math.abs(a.x - b.x) < 5;
        fc.pre(!scraps.some((a) => scraps.some((b) => isOver(a, b))));
        const { text } = layoutPage(content, OPTIONS);
        expect(charactersOf(text)).toEqual(charactersOf(scraps.map((scrap) => scrap.text).join("")));
      }),
      { numRuns: 200 },
    );
  });

  test("but those outside the page, too small or too large to be read, and without a place", () => {
    const hidden = fc.constantFrom<Partial<Scrap>>(
      { x: -50 },
      { y: 5000 },
      { size: 0.1 },
      { size: 5000 },
      { x: Infinity },
    );
    fc.assert(
      fc.property(distinctScraps, hidden, (scraps, change) => {
        const all = scraps.map((scrap, index) => (index % 2 === 0 ? { ...scrap, ...change } : scrap));
        const content = pageOf(all);
        const kept = scraps.filter((_, index) => index % 2 === 1).map(({ text }) => text);
        expect(charactersOf(layoutPage(content, OPTIONS).text)).toEqual(charactersOf(kept.join("")));
      }),
      { numRuns: 100 },
    );
  });
});

test("positions of lines and words match the text for any glyphs", () => {
  fc.assert(
    fc.property(anyScraps, options, (scraps, chosen) => {
      const { text, lines, words } = layoutPage(pageOf(scraps), chosen);
      expect(lines).toHaveLength(text.split("\n").length * LINE_COLUMNS.length);
      expect(words.length % WORD_COLUMNS.length).toBe(0);
      let end = 0;
      for (let at = 0; at < words.length; at += WORD_COLUMNS.length) {
        const [from = -1, to = -1] = words.subarray(at, at + 2);
        expect(text.slice(end, from)).toMatch(/^[\s|_+-]*$/u);
        expect(text.slice(from, to)).not.toContain("\n");
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 300 },
  );
});

test("the same page returns the same text, and blank glyphs next to it change nothing", () => {
  fc.assert(
    fc.property(written, (scraps) => {
      const content = pageOf(scraps);
      const { text } = layoutPage(content, OPTIONS);
      expect(layoutPage(content, OPTIONS).text).toBe(text);
      const blank = { text: " ", x: 600, y: 780, size: 10, angle: 0, advance: 0.5 };
      const withBlank = pageOf([...scraps, blank]);
      expect((withBlank.glyphs.flags.at(-1) ?? 0) & GLYPH.BLANK).toBe(GLYPH.BLANK);
      expect(layoutPage(withBlank, OPTIONS).text).toBe(text);
    }),
    { numRuns: 100 },
  );
});
