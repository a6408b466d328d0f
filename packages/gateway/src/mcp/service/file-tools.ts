import { JOB_STATUSES, type Application, type Caller, type Job } from "@galley/core/domain";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toolArguments } from "../tool-arguments.ts";
import { answer, answered } from "../tool-result.ts";

const [DEFAULT_FILES, MAX_FILES] = [50, 200];
const [DEFAULT_HITS, MAX_HITS] = [20, 100];

interface FileToolsParts {
  readonly application: Application;
  readonly caller: Caller;
  readonly failed: (error: unknown) => void;
}

/** The tools that find documents which the service has read. */
export function addFileTools(server: McpServer, parts: FileToolsParts): void {
  addListFiles(server, parts);
  addSearchFiles(server, parts);
}

const listed = z.object({
  document_id: z.string(),
  name: z.string(),
  status: z.enum(JOB_STATUSES),
  pages: z.int().nullable(),
  submitted_at: z.string(),
});

function addListFiles(server: McpServer, { application: { jobs }, caller, failed }: FileToolsParts): void {
  server.registerTool(
    "list_files",
    {
      title: "List documents",
      description:
        "Lists documents that the service has read, the newest first. Their texts are returned by read_document.",
      inputSchema: toolArguments({
        search: z.string().max(200).optional().describe("Part of the name or tag."),
        max_files: z.int().min(1).max(MAX_FILES).default(DEFAULT_FILES),
      }),
      outputSchema: z.object({ files: z.array(listed), has_more: z.boolean() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ search, max_files }, context) =>
      answered({ context, failed }, async () => {
        const list = await jobs.list(caller, { statuses: [], search, limit: max_files });
        return answer({ files: list.jobs.map(factsOf), has_more: list.hasMore });
      }),
  );
}

function factsOf({ id, file, source, status, pageCount, submittedAt }: Job): z.infer<typeof listed> {
  const name = file?.name ?? source?.name ?? "";
  return { document_id: id, name, status, pages: pageCount, submitted_at: submittedAt.toISOString() };
}

const hit = z.object({
  document_id: z.string(),
  name: z.string(),
  page: z.int(),
  line: z.int(),
  context: z.string(),
});

function addSearchFiles(
  server: McpServer,
  { application: { contents }, caller, failed }: FileToolsParts,
): void {
  server.registerTool(
    "search_files",
    {
      title: "Search in all documents",
      description:
        "Finds words in the texts of all documents, the newest first: all words on one page, or a phrase in quotation " +
        'marks, such as "delivery note" 4711. Beginnings of words are found, too. Read a hit with read_document and its page.',
      inputSchema: toolArguments({
        term: z.string().min(1).max(1000).describe("What to look for."),
        max_hits: z.int().min(1).max(MAX_HITS).default(DEFAULT_HITS),
      }),
      outputSchema: z.object({ hits: z.array(hit), has_more: z.boolean() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ term, max_hits }, context) =>
      answered({ context, failed }, async () => {
        const found = await contents.search(caller, { term, limit: max_hits + 1 });
        const hits = found.slice(0, max_hits).map(({ job, page, line, text }) => {
          const { document_id, name } = factsOf(job);
          return { document_id, name, page, line, context: text };
        });
        return answer({ hits, has_more: found.length > max_hits });
      }),
  );
}
