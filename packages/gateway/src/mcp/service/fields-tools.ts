import type { Application, Caller, DocumentFields } from "@galley/core/domain";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toolArguments } from "../tool-arguments.ts";
import { answer, answered } from "../tool-result.ts";

interface FieldsToolsParts {
  readonly application: Application;
  readonly caller: Caller;
  readonly failed: (error: unknown) => void;
}

/** The tool that reads data by a schema. */
export function addFieldsTools(
  server: McpServer,
  { application: { fields }, caller, failed }: FieldsToolsParts,
): void {
  server.registerTool(
    "read_fields",
    {
      title: "Read fields",
      description:
        "Returns data of an extracted document by a schema, without a language model: for example number, dates, " +
        "totals and rows of an invoice. Values under `review` are doubtful; check them in the document.",
      inputSchema: toolArguments({
        document_id: z.string().max(500).describe("The document_id that extract_document returned."),
        schema: z
          .string()
          .max(63)
          .default("invoice")
          .describe("invoice, receipt, bank-statement, form, or the name of a schema of the organization."),
        split: z
          .boolean()
          .optional()
          .describe("Whether to return each invoice of a document that has several, under `parts`."),
      }),
      outputSchema: z.object({
        document_id: z.string(),
        schema: z.string(),
        ...partSchema.partial().shape,
        parts: z
          .array(z.object({ part: z.int(), pages: z.array(z.int()), ...partSchema.shape }))
          .optional()
          .describe(
            "Of a document that is split, in place of the values above; `pages` are the first and the last.",
          ),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ document_id, ...by }, context) =>
      answered({ context, failed }, async () =>
        answer(factsOf(await fields.readOnce(caller, { id: document_id }, by), { document_id, ...by })),
      ),
  );
}

const partSchema = z.object({
  status: z.string(),
  data: z.record(z.string(), z.unknown()),
  places: z.record(z.string(), z.object({ page: z.int(), text: z.string(), confidence: z.number() })),
  review: z.array(z.string()).describe("Paths of doubtful values."),
  notes: z.array(z.string()),
});

function factsOf(
  parts: readonly DocumentFields[],
  { document_id, schema }: { readonly document_id: string; readonly schema: string },
): Readonly<Record<string, unknown>> {
  const isSplit = parts.some(({ pages }) => pages !== null);
  const found = parts.map((one) => ({
    ...(isSplit && { part: one.part, pages: one.pages }),
    ...valuesOf(one),
  }));
  return { document_id, schema, ...(isSplit ? { parts: found } : found[0]) };
}

function valuesOf({ status, result }: DocumentFields): z.output<typeof partSchema> {
  const places = Object.entries(result?.fields ?? {}).flatMap(
    ([
      path,
      {
        confidence,
        citations: [first],
      },
    ]) => (first ? [[path, { page: first.page, text: first.text, confidence }] as const] : []),
  );
  return {
    status,
    data: { ...result?.data },
    places: Object.fromEntries(places),
    review: [...(result?.review ?? [])],
    notes: [...(result?.notes ?? [])],
  };
}
