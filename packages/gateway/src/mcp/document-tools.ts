import { EXTRACTION_MODES, selectNumbers, selectionSchema } from "@galley/core";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { DocumentContent, Documents, OpenDocument } from "./open-document.ts";
import { partOf } from "./part.ts";
import { FORMATS, rendered, type Format } from "./rendered.ts";
import type { Renderings } from "./renderings.ts";
import { toolArguments } from "./tool-arguments.ts";
import { answer, answered } from "./tool-result.ts";

/** About 8,000 tokens: a part that leaves room in any model. */
const DEFAULT_CHARACTERS = 32_000;
const MAX_CHARACTERS = 400_000;

const DEFAULT_DPI = 100;
const MAX_DPI = 200;

const DEFAULT_MATCHES = 50;
const MAX_MATCHES = 1000;

/** As documents have at most this many pages. */
const LAST_PAGE = 1_000_000;

const documentId = z.string().max(500).describe("The document_id that extract_document returned.");

const pages = selectionSchema.describe('Pages, counted from 1, such as "1-3,7,9-"; all if left out.');

const reading = {
  format: z
    .enum(FORMATS)
    .default("text")
    .describe(
      "text: as on the page, with its columns and tables; best for forms, invoices and statements. markdown: " +
        "headings, paragraphs, lists and tables; best for reports. tables: only tables, as CSV. chunks: pieces of " +
        "about 512 tokens with their headings.",
    ),
  max_characters: z
    .int()
    .min(200)
    .max(MAX_CHARACTERS)
    .default(DEFAULT_CHARACTERS)
    .describe("Longest text to return. The rest is read with next_cursor."),
  cursor: z
    .string()
    .max(20)
    .optional()
    .describe("next_cursor of the part before, with the same format and pages."),
};

const settings = {
  pages: pages.default(""),
  mode: z
    .enum(EXTRACTION_MODES)
    .default("form")
    .describe(
      "native_text reads no scans and is fastest; form also finds check boxes; table keeps columns apart.",
    ),
  language: z
    .string()
    .max(200)
    .default("eng")
    .describe("Languages of scanned pages as Tesseract names them, such as eng or deu+eng."),
  password: z.string().max(1000).default("").describe("Opens an encrypted document."),
};

/** What an answer has if the document is still being read. */
const readingFacts = {
  document_id: z.string(),
  name: z.string().optional(),
  status: z.literal("reading").optional().describe("Set while the document is still being read."),
  message: z.string().optional(),
};

/** What an answer has beside the text. */
const textFacts = z.object({
  ...readingFacts,
  page_count: z.int().nullable().optional(),
  format: z.enum(FORMATS).optional(),
  characters: z.int().optional().describe("Length of the whole text."),
  next_cursor: z.string().optional().describe("Set if there is more text."),
  page_messages: z.array(z.object({ page: z.int(), message: z.string() })).optional(),
});

const match = z.object({
  text: z.string(),
  page: z.int(),
  box: z.array(z.number()).describe("Left, top, right and bottom in points."),
  edits: z.int().describe("Letters that differ from the term."),
});

export interface DocumentToolsOptions<Source> {
  readonly documents: Documents<Source>;
  readonly renderings: Renderings;
  /** The arguments that name a document, of which a caller gives one. */
  readonly sources: z.ZodRawShape;
  /** @throws DomainError `BAD_INPUT` unless there is exactly one. */
  readonly sourceOf: (given: Readonly<Record<string, unknown>>) => Source;
  /** Whether the caller may have new documents read. */
  readonly mayExtract: boolean;
  /** Receives errors that callers can do nothing about. */
  readonly failed: (error: unknown) => void;
}

/** The tools that read documents. */
export function addDocumentTools<Source>(server: McpServer, options: DocumentToolsOptions<Source>): void {
  if (options.mayExtract) addExtractDocument(server, options);
  addReadDocument(server, options);
  addSearchDocument(server, options);
  addGetPageImage(server, options);
}

function addExtractDocument<Source>(
  server: McpServer,
  { documents, renderings, sources, sourceOf, failed }: DocumentToolsOptions<Source>,
): void {
  server.registerTool(
    "extract_document",
    {
      title: "Extract a document",
      description:
        "Reads a PDF, scan, picture, Office document, mail or archive and returns its text. Long texts come in parts: " +
        "pass document_id and next_cursor to read_document for the rest.",
      inputSchema: toolArguments({ ...sources, ...settings, ...reading }),
      outputSchema: textFacts,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, context) =>
      answered({ context, failed }, async (progress) => {
        const { mode, language: lang, password } = given;
        const opened = await documents.open(
          sourceOf(given),
          { pages: given.pages, mode, lang, password },
          { signal: context.mcpReq.signal, progress },
        );
        // Only the selected pages were read.
        return textOf(opened, { ...given, pages: "" }, renderings);
      }),
  );
}

type OpenDocumentTool = Pick<DocumentToolsOptions<never>, "failed"> & {
  readonly documents: Pick<Documents<never>, "find">;
};

function addReadDocument(
  server: McpServer,
  { documents, renderings, failed }: OpenDocumentTool & { readonly renderings: Renderings },
): void {
  server.registerTool(
    "read_document",
    {
      title: "Read an extracted document",
      description:
        "Returns the text of a document that was extracted before, or says that it is still being read.",
      inputSchema: toolArguments({ document_id: documentId, pages: pages.default(""), ...reading }),
      outputSchema: textFacts,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, context) =>
      answered({ context, failed }, async () =>
        textOf(await documents.find(given.document_id), given, renderings),
      ),
  );
}

function addSearchDocument(server: McpServer, { documents, failed }: OpenDocumentTool): void {
  server.registerTool(
    "search_document",
    {
      title: "Search in a document",
      description:
        "Finds a term in an extracted document, also if the recogniser misread some of its letters. Returns page and " +
        "box of each place, in points from the upper left corner.",
      inputSchema: toolArguments({
        document_id: documentId,
        term: z.string().min(1).max(1000).describe("What to look for."),
        max_matches: z.int().min(1).max(MAX_MATCHES).default(DEFAULT_MATCHES),
      }),
      outputSchema: z.object({
        ...readingFacts,
        count: z.int().optional(),
        matches: z.array(match).optional(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ document_id, term, max_matches }, context) =>
      answered({ context, failed }, async () => {
        const opened = await documents.find(document_id);
        if (!opened.content) return stillReading(opened);
        const found = await opened.content.search(term);
        const matches = found.slice(0, max_matches).map(({ text, page, box, distance }) => ({
          text,
          page,
          box: [box.x0, box.y0, box.x1, box.y1].map((value) => Math.round(value * 10) / 10),
          edits: distance,
        }));
        return answer({ document_id, count: found.length, matches });
      }),
  );
}

function addGetPageImage(server: McpServer, { documents, failed }: OpenDocumentTool): void {
  server.registerTool(
    "get_page_image",
    {
      title: "Look at a page",
      description:
        "Returns a page as a picture, for what text cannot show: drawings, stamps, handwriting, layout.",
      inputSchema: toolArguments({
        document_id: documentId,
        page: z.int().min(1).max(LAST_PAGE).describe("Counted from 1."),
        dpi: z.int().min(20).max(MAX_DPI).default(DEFAULT_DPI).describe("Resolution in pixels per inch."),
      }),
      outputSchema: z.object({ document_id: z.string(), page: z.int(), dpi: z.int() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ document_id, page, dpi }, context) =>
      answered({ context, failed }, async () => {
        const png = await (await documents.find(document_id)).image(page, dpi, context.mcpReq.signal);
        const data = Buffer.from(png).toString("base64");
        const structuredContent = { document_id, page, dpi };
        return { content: [{ type: "image", data, mimeType: "image/png" }], structuredContent };
      }),
  );
}

interface WantedText {
  readonly format: Format;
  readonly pages: string;
  readonly cursor?: string | undefined;
  readonly max_characters: number;
}

async function textOf(
  opened: OpenDocument,
  { format, pages: selection, cursor, max_characters }: WantedText,
  renderings: Renderings,
): Promise<ReturnType<typeof answer>> {
  const { id, name, pageCount, message, content } = opened;
  if (!content) return stillReading(opened);
  const key = JSON.stringify([id, format, selection]);
  const begun = cursor === undefined ? undefined : renderings.find(key);
  const wanted = selection === "" ? undefined : new Set(selectNumbers(selection, 1, pageCount ?? LAST_PAGE));
  const whole = begun ?? (await rendered(content, format, wanted));
  const { text, nextCursor } = partOf(whole, cursor, max_characters);
  if (nextCursor !== undefined) renderings.keep(key, whole);
  const facts = {
    document_id: id,
    name,
    page_count: pageCount,
    format,
    characters: whole.length,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    ...(message !== "" && { message }),
    // With the first part only, because the others belong to the same answer.
    ...(cursor === undefined && (await pageMessages(content, wanted))),
  };
  return answer(facts, text);
}

/** Pages named in one answer. */
const MOST_PAGE_MESSAGES = 20;

/** Messages of pages that were read, such as that their text may be wrong; empty if there are none. */
async function pageMessages(
  content: DocumentContent,
  wanted: ReadonlySet<number> | undefined,
): Promise<{ readonly page_messages?: readonly { readonly page: number; readonly message: string }[] }> {
  const told = (await content.pages())
    .filter(({ ok, message, number }) => ok && message !== "" && (wanted?.has(number) ?? true))
    .slice(0, MOST_PAGE_MESSAGES)
    .map(({ number, message }) => ({ page: number, message }));
  return told.length === 0 ? {} : { page_messages: told };
}

function stillReading({ id, name }: OpenDocument): ReturnType<typeof answer> {
  const message = "The document is still being read. Call read_document with this document_id in a moment.";
  return answer({ document_id: id, name, status: "reading", message });
}
