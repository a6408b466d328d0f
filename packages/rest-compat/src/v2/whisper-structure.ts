import { tablesWorkbook } from "@galley/core";
import { chunkOptionsSchema, nameOf, type StructureFormat } from "@galley/core/domain";
import { z } from "zod";
import { endpoint, OtherAnswer, WithHeaders } from "../http/endpoint.ts";
import { JSON_EXACTLY } from "../http/http-answer.ts";
import { flag, number, requiredText, word } from "../http/parameters.ts";

const FORMATS = ["markdown", "html", "text", "csv", "xlsx", "json", "chunks"] as const;

const FORMAT = {
  markdown: "markdown",
  html: "html",
  text: "plain",
  csv: "csv",
  json: "blocks",
  chunks: "chunks",
} as const satisfies Record<Exclude<(typeof FORMATS)[number], "xlsx">, StructureFormat>;

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const { shape } = chunkOptionsSchema;

/** An extension: a rendition of the structure. It does not retrieve the text. */
export const whisperStructure = endpoint({
  method: "GET",
  path: "/api/v2/whisper-structure",
  summary:
    "Extension: returns the document's structure as Markdown, HTML, plain text, CSV, an Excel workbook, JSON or chunks. It is kept as long as the text; the text is not retrieved.",
  query: z.object({
    whisper_hash: requiredText(),
    format: word(z.enum(FORMATS).default("markdown")),
    chunk_tokens: number(shape.size),
    chunk_overlap: number(shape.overlap),
    original: flag(z.boolean().default(false)),
  }),
  body: "none",
  response: {
    status: 200,
    body: z.union([z.string(), z.record(z.string(), z.unknown())]),
  },
  refusals: {
    NOT_FOUND: [404, "Whisper job unknown"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({
    application,
    caller,
    query: { whisper_hash: handle, format, chunk_tokens, chunk_overlap, original },
  }) {
    const job = await application.jobs.find(caller, { handle });
    if (format === "xlsx") {
      const { items } = await application.jobs.structure(job, { original }).tables();
      const workbook = await tablesWorkbook([{ name: nameOf(job), tables: items }]);
      return new OtherAnswer(200, workbook, { headers: { "content-type": WORKBOOK } });
    }
    const chunks = { size: chunk_tokens, overlap: chunk_overlap, unit: "tokens" } as const;
    const text = await application.jobs.structure(job, { original }).text(FORMAT[format], chunks);
    if (format !== "json" && format !== "chunks") return text;
    // Already JSON: parsing and writing it again would take this thread as long as joining the pages.
    const json = format === "json" ? text : `{"chunks":${text}}`;
    return new WithHeaders(json, { "content-type": JSON_EXACTLY });
  },
});
