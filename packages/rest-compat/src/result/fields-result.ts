import { FIELDS_STATUSES, type Citation, type FieldRecord, type SentPart } from "@galley/core/domain";
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

const partResult = z.object({
  status: z.enum(FIELDS_STATUSES),
  data: z.record(z.string(), z.unknown()),
  fields: z.record(z.string(), field),
  review: z.array(z.string()),
  notes: z.array(z.string()),
});

/** The fields of a document in an answer. */
export const wholeFields = z.object({ schema: z.string(), version: z.int(), ...partResult.shape });

/** The fields of a document that is split, by part. */
export const splitFields = z.object({
  schema: z.string(),
  version: z.int(),
  parts: z.array(
    z.object({
      part: z.int(),
      /** The first and the last page. */
      pages: z.array(z.int()),
      ...partResult.shape,
    }),
  ),
});

/** The fields of a document in an answer or a message; of a document that is split, of each part. */
export function fieldsResultOf<Part extends object>(
  parts: readonly SentPart[],
  resultOf: (part: SentPart) => Part,
):
  | ({ schema: string; version: number } & Part)
  | { schema: string; version: number; parts: ({ part: number; pages: number[] } & Part)[] } {
  const [first] = parts;
  if (!first) throw new TypeError("A document has at least one part.");
  const { schema, version } = first;
  if (first.pages === null) return { schema, version, ...resultOf(first) };
  return {
    schema,
    version,
    parts: parts.map((part) => ({ part: part.part, pages: [...(part.pages ?? [])], ...resultOf(part) })),
  };
}

/** Without a result, the data and the fields are empty. */
export function partResultOf({
  status,
  result,
}: Pick<SentPart, "status" | "result">): z.output<typeof partResult> {
  const { data = {}, fields = {}, review = [], notes = [] } = result ?? {};
  const entries = Object.entries(fields).map(([path, one]) => [path, fieldOf(one)] as const);
  return {
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
