import {
  chunkOptionsSchema,
  type DocumentBlocks,
  tablesOf,
  toChunks,
  toHtml,
  toMarkdown,
  toPlainText,
} from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { number, requiredText, word } from "../http/parameters.ts";

const FORMATS = ["markdown", "html", "text", "csv", "json", "chunks"] as const;

const { shape } = chunkOptionsSchema;

/** An extension: the structure of a document that was submitted with `blocks=true`. It does not retrieve the text. */
export const whisperStructure = endpoint({
  method: "GET",
  path: "/api/v2/whisper-structure",
  summary:
    "Extension: returns the document's structure as Markdown, HTML, plain text, CSV, JSON or chunks, if it was submitted with `blocks=true`. It is kept as long as the text; the text is not retrieved.",
  query: z.object({
    whisper_hash: requiredText(),
    format: word(z.enum(FORMATS).default("markdown")),
    chunk_tokens: number(shape.size),
    chunk_overlap: number(shape.overlap),
  }),
  body: "none",
  response: { status: 200, body: z.union([z.string(), z.record(z.string(), z.unknown())]) },
  refusals: {
    NOT_FOUND: [404, "Whisper job unknown"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({
    application,
    caller,
    query: { whisper_hash: handle, format, chunk_tokens, chunk_overlap },
  }) {
    const document = await application.jobs.structure(caller, { handle });
    if (format === "json") return { ...document };
    if (format === "chunks") {
      return { chunks: toChunks(document, { size: chunk_tokens, overlap: chunk_overlap }) };
    }
    return RENDITIONS[format](document);
  },
});

const RENDITIONS = {
  markdown: (document) => toMarkdown(document),
  html: (document) => toHtml(document),
  text: (document) => toPlainText(document),
  csv: (document) =>
    tablesOf(document)
      .map(({ csv }) => csv)
      .join("\n"),
} as const satisfies Record<
  Exclude<(typeof FORMATS)[number], "json" | "chunks">,
  (document: DocumentBlocks) => string
>;
