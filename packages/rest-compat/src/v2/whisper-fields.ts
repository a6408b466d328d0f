import { FIELDS_STATUSES, type Citation, type FieldRecord } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { requiredText, word } from "../http/parameters.ts";

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

/** An extension: data by a schema. It does not retrieve the text. */
export const whisperFields = endpoint({
  method: "GET",
  path: "/api/v2/whisper-fields",
  summary:
    "Extension: returns the document's data by a schema, each value with its place, confidence and failed checks. It is kept as long as the text; the text is not retrieved.",
  query: z.object({ whisper_hash: requiredText(), schema: word(z.string().max(63).optional()) }),
  body: "none",
  response: {
    status: 200,
    body: z.object({
      whisper_hash: z.string(),
      schema: z.string(),
      version: z.int(),
      status: z.enum(FIELDS_STATUSES),
      data: z.record(z.string(), z.unknown()),
      fields: z.record(z.string(), field),
      review: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  },
  refusals: {
    NOT_FOUND: [404, "Whisper job or schema unknown"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({ application, caller, query: { whisper_hash: handle, schema } }) {
    const found = await application.fields.readOnce(caller, { handle }, schema);
    const { data = {}, fields = {}, review = [], notes = [] } = found.result ?? {};
    const entries = Object.entries(fields).map(([path, one]) => [path, fieldOf(one)] as const);
    return {
      whisper_hash: handle,
      schema: found.schema,
      version: found.version,
      status: found.status,
      data: { ...data },
      fields: Object.fromEntries(entries),
      review: [...review],
      notes: [...notes],
    };
  },
});

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
