import { FIELDS_STATUSES, type Citation, type DocumentFields, type FieldRecord } from "@galley/core/domain";
import { z } from "zod";

const field = z.object({
  confidence: z.number(),
  reader: z.string().nullable(),
  raw: z.string().nullable(),
  citations: z.array(
    z.object({
      page: z.int(),
      /** Points from the upper left corner of the page. */
      boxes: z.array(z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })),
      lines: z.array(z.int()),
      text: z.string(),
    }),
  ),
  checks: z.array(z.object({ check: z.string(), message: z.string() })),
  confirmed: z.boolean(),
});

/** The fields of a document in an answer or a message. */
export const fieldsResult = z.object({
  schema: z.string(),
  version: z.int(),
  status: z.enum(FIELDS_STATUSES),
  data: z.record(z.string(), z.unknown()),
  fields: z.record(z.string(), field),
  review: z.array(z.string()),
  notes: z.array(z.string()),
});

/** Without a result, the data and the fields are empty. */
export function fieldsResultOf({
  schema,
  version,
  status,
  result,
}: Pick<DocumentFields, "schema" | "version" | "status" | "result">): z.output<typeof fieldsResult> {
  const { data = {}, fields = {}, review = [], notes = [] } = result ?? {};
  const entries = Object.entries(fields).map(([path, one]) => [path, fieldOf(one)] as const);
  return {
    schema,
    version,
    status,
    data: { ...data },
    fields: Object.fromEntries(entries),
    review: [...review],
    notes: [...notes],
  };
}

function fieldOf({
  confidence,
  reader,
  raw,
  citations,
  checks,
  confirmed,
}: FieldRecord): z.output<typeof field> {
  return {
    confidence,
    reader: reader ?? null,
    raw: raw ?? null,
    citations: citations.map(citationOf),
    checks: [...checks],
    confirmed: confirmed ?? false,
  };
}

function citationOf({ page, boxes, lines, text }: Citation): z.output<typeof field>["citations"][number] {
  return { page, boxes: [...boxes], lines: [...lines], text };
}
