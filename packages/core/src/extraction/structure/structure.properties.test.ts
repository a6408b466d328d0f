import * as fc from "fast-check";
import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toChunks } from "./chunks/chunks.ts";
import { tokenEstimate } from "./chunks/token-estimate.ts";
import { blocksJsonSchema, blocksSchema } from "./model/blocks-schema.ts";
import { toPlainText } from "./renditions/plain-text.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { blocksOf } from "./testing/made-blocks.ts";

const word = fc.string({
  unit: fc.constantFrom(...Array.from("abcdeXY01239.,%()•*|#_")),
  minLength: 1,
  maxLength: 9,
});

const piece = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
  column: fc.nat(3),
  row: fc.nat(40),
  size: fc.constantFrom(8, 10, 10, 10, 14, 22),
  angle: fc.constantFrom(0, 0, 0, 0, 90),
});

const rule = fc.record({
  column: fc.nat(3),
  row: fc.nat(40),
  length: fc.integer({ min: 1, max: 4 }),
  isLevel: fc.boolean(),
});

const pages = fc.array(
  fc.record({ pieces: fc.array(piece, { maxLength: 60 }), rules: fc.array(rule, { maxLength: 30 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

type MadePages = typeof pages extends fc.Arbitrary<infer Made> ? Made : never;

function builtPages(made: MadePages): readonly PageBuilder[] {
  return made.map(({ pieces, rules }) => {
    const page = new PageBuilder();
    for (const { text, column, row, size, angle } of pieces)
      page.text(text, 40 + 140 * column, 60 + 17 * row, { size, angle });
    for (const { column, row, length, isLevel } of rules) {
      const [x, y] = [36 + 140 * column, 46 + 17 * row];
      page.rule(x, y, isLevel ? x + 140 * length : x, isLevel ? y : y + 17 * length);
    }
    return page;
  });
}

/** How often each character occurs, without white space, hyphens and the marks that renditions add. */
function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.replaceAll(/[\s-]/gu, ""))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

function lostCharacters(text: string, rendition: string): readonly string[] {
  const found = countsOf(rendition);
  return [...countsOf(text)].flatMap(([character, count]) =>
    (found.get(character) ?? 0) < count ? [character] : [],
  );
}

test("the plain text has every character of the pages", () => {
  fc.assert(
    fc.property(pages, (made) => {
      const document = blocksOf(...builtPages(made));
      expect(lostCharacters(document.text, toPlainText(document, { runningTexts: true }))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("no place of a table has two cells", () => {
  fc.assert(
    fc.property(pages, (made) => {
      for (const block of blocksOf(...builtPages(made)).blocks) {
        if (block.kind !== "table") continue;
        const places = block.cells.flatMap(({ row, column, rowSpan, columnSpan }) =>
          Array.from({ length: rowSpan * columnSpan }, (_, at) => {
            const place = { row: row + Math.floor(at / columnSpan), column: column + (at % columnSpan) };
            expect(place.row).toBeLessThan(block.rows);
            expect(place.column).toBeLessThan(block.columns);
            return `${place.row} ${place.column}`;
          }),
        );
        expect(new Set(places).size).toBe(places.length);
      }
    }),
    { numRuns: 150 },
  );
});

test("the chunks have every character of the Markdown and keep their size", () => {
  fc.assert(
    fc.property(pages, fc.integer({ min: 40, max: 400 }), (made, size) => {
      const document = blocksOf(...builtPages(made));
      const chunks = toChunks(document, { size });
      const texts = chunks.map(({ text }) => text);
      // Tables with spans are HTML in Markdown, and plain rows in chunks.
      const blocks = document.blocks.filter(({ kind }) => kind !== "table");
      expect(lostCharacters(toMarkdown({ blocks }), texts.join("\n"))).toEqual([]);
      expect(chunks.map(({ tokens }) => tokens)).toEqual(texts.map((text) => tokenEstimate(text)));
      const tooLarge = chunks.filter(
        (chunk) => chunk.blocks.length > 1 && chunk.tokens > size + chunk.blocks.length,
      );
      expect(tooLarge).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("every block has a place on a page, and ids count up in reading order", () => {
  fc.assert(
    fc.property(pages, (made) => {
      const { text: _text, ...document } = blocksOf(...builtPages(made));
      expect(blocksSchema.safeParse(document)).toMatchObject({ success: true });
      const { blocks, pages: read } = document;
      expect(blocks.map(({ id }) => id)).toEqual(Array.from(blocks.keys(), (index) => `b${index + 1}`));
      for (const { places } of blocks) {
        expect(places.length).toBeGreaterThan(0);
        for (const { page, box } of places) {
          expect(page).toBeLessThanOrEqual(read.length);
          expect(box.x0).toBeLessThanOrEqual(box.x1);
          expect(box.y0).toBeLessThanOrEqual(box.y1);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("the blocks have a JSON Schema with their version", () => {
  expect(blocksJsonSchema()).toMatchObject({
    $schema: expect.stringContaining("json-schema.org"),
    properties: { version: { const: 1 } },
  });
});
