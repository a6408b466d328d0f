import * as fc from "fast-check";
import type { Block, ListItem, NestedList, PlacedCell } from "@galley/core";

const BOX = { x0: 0, y0: 0, x1: 100, y1: 10 };
const places = [{ page: 1, box: BOX, lines: null }];
const FACTS = { id: "b1", places, confidence: 1 };

const word = fc.string({
  unit: fc.constantFrom(...Array.from('ab1.,%()•*|#_€<>&"\\`~[]ü漢')),
  minLength: 1,
  maxLength: 6,
});
const text = fc
  .array(word, { minLength: 1, maxLength: 5 })
  .chain((words) => fc.constantFrom(words.join(" "), words.join("\n")));
const maybe = fc.option(text, { nil: "" });

const range = fc.record({ start: fc.nat(20), end: fc.nat(25) });
const links = fc.array(
  range.map((own) => ({ ...own, url: "https://example.com/" })),
  { maxLength: 3 },
);
const emphasis = fc.array(
  fc.record({ start: fc.nat(20), end: fc.nat(25), bold: fc.boolean(), italic: fc.boolean() }),
  { maxLength: 3 },
);

const marker = fc.constantFrom("•", "–", "3.", "(a)", "☑", "§", "o", "");
const lists: fc.Arbitrary<NestedList> = fc.letrec<{ readonly list: NestedList; readonly item: ListItem }>(
  (tie) => ({
    list: fc.record({ ordered: fc.boolean(), items: fc.array(tie("item"), { minLength: 1, maxLength: 3 }) }),
    item: fc.record({
      marker,
      text,
      links,
      emphasis,
      places: fc.constant(places),
      lists: fc.oneof({ depthSize: "small" }, fc.constant([]), fc.array(tie("list"), { maxLength: 1 })),
    }),
  }),
).list;

const cell: fc.Arbitrary<PlacedCell> = fc
  .record({
    row: fc.nat(4),
    column: fc.nat(4),
    rowSpan: fc.integer({ min: 1, max: 4 }),
    columnSpan: fc.integer({ min: 1, max: 4 }),
    text,
  })
  .map((own) => ({ ...own, box: BOX, page: 1 }));

const table: fc.Arbitrary<Block> = fc
  .record({
    rows: fc.nat(4),
    columns: fc.nat(4),
    headRows: fc.nat(3),
    caption: maybe,
    cells: fc.array(cell, { maxLength: 9 }),
  })
  .map((own) => ({ ...FACTS, kind: "table", ...own }));

const inline = fc.record({ text, links, emphasis });
/** Blocks of any kind, also such as no document has: cells on top of each other, spans beyond the table, empty grids. */
export const block: fc.Arbitrary<Block> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "title",
        "paragraph",
        "footnote",
        "page_header",
        "page_footer",
        "page_number",
        "caption",
        "formula",
      ),
      inline,
    )
    .map(([kind, own]): Block => ({ ...FACTS, kind, ...own })),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), inline)
    .map(([level, own]): Block => ({ ...FACTS, kind: "heading", level, ...own })),
  text.map((own): Block => ({ ...FACTS, kind: "code", text: own })),
  lists.map((own): Block => ({ ...FACTS, kind: "list", ...own })),
  table,
  fc
    .record({ caption: maybe, description: maybe })
    .map((own): Block => ({ ...FACTS, kind: "figure", ...own })),
  fc.record({ label: maybe, value: maybe }).map((own): Block => ({ ...FACTS, kind: "form_field", ...own })),
  fc
    .record({ label: maybe, checked: fc.boolean() })
    .map((own): Block => ({ ...FACTS, kind: "check_box", ...own })),
);
