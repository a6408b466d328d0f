import { z } from "zod";
import { BLOCKS_VERSION, type DocumentBlocks } from "./block.ts";

const box = z.strictObject({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });
const place = z.strictObject({
  page: z.int().min(1),
  box,
  lines: z.tuple([z.int().min(0), z.int().min(0)]).nullable(),
});
const link = z.strictObject({ start: z.int().min(0), end: z.int().min(0), url: z.string() });
const facts = { id: z.string(), places: z.array(place).min(1), confidence: z.number().min(0).max(1) };
const emphasis = z.strictObject({
  start: z.int().min(0),
  end: z.int().min(0),
  bold: z.boolean(),
  italic: z.boolean(),
});
const text = { text: z.string(), links: z.array(link), emphasis: z.array(emphasis) };

const item = z.strictObject({
  marker: z.string(),
  ...text,
  places: z.array(place),
  get lists(): z.ZodArray<typeof nestedList> {
    return z.array(nestedList);
  },
});
const nestedList = z.strictObject({
  ordered: z.boolean(),
  get items(): z.ZodArray<typeof item> {
    return z.array(item);
  },
});

const cellBlock = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("paragraph"), text: z.string() }),
  z.strictObject({
    kind: z.literal("list"),
    ordered: z.boolean(),
    items: z.array(z.strictObject({ marker: z.string(), text: z.string() })),
  }),
]);

const cell = z.strictObject({
  row: z.int().min(0),
  column: z.int().min(0),
  rowSpan: z.int().min(1),
  columnSpan: z.int().min(1),
  text: z.string(),
  box,
  page: z.int().min(1),
  blocks: z.array(cellBlock).exactOptional(),
});

const block = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum([
      "title",
      "paragraph",
      "footnote",
      "page_header",
      "page_footer",
      "page_number",
      "caption",
      "formula",
    ]),
    ...facts,
    ...text,
  }),
  z.strictObject({ kind: z.literal("heading"), level: z.int().min(1).max(6), ...facts, ...text }),
  z.strictObject({ kind: z.literal("code"), text: z.string(), ...facts }),
  z.strictObject({ kind: z.literal("list"), ordered: z.boolean(), items: z.array(item), ...facts }),
  z.strictObject({
    kind: z.literal("table"),
    rows: z.int().min(1),
    columns: z.int().min(1),
    headRows: z.int().min(0),
    cells: z.array(cell),
    caption: z.string(),
    ...facts,
  }),
  z.strictObject({ kind: z.literal("figure"), caption: z.string(), description: z.string(), ...facts }),
  z.strictObject({ kind: z.literal("form_field"), label: z.string(), value: z.string(), ...facts }),
  z.strictObject({ kind: z.literal("check_box"), label: z.string(), checked: z.boolean(), ...facts }),
]);

/** Validates the blocks of a document. */
export const blocksSchema: z.ZodType<DocumentBlocks> = z
  .strictObject({
    version: z.literal(BLOCKS_VERSION),
    pages: z.array(z.strictObject({ number: z.int().min(1), width: z.number(), height: z.number() })),
    blocks: z.array(block),
    notes: z.array(z.string()),
  })
  .readonly();

/** The JSON Schema of the blocks of a document; lengths are in points. */
export function blocksJsonSchema(): object {
  return z.toJSONSchema(blocksSchema, { target: "draft-2020-12" });
}
