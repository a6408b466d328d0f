import type { Extractor } from "@galley/core";
import { DomainError, permissionsOf, type Application, type Caller } from "@galley/core/domain";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addDocumentResources } from "../document-resources.ts";
import { addDocumentTools } from "../document-tools.ts";
import type { Renderings } from "../renderings.ts";
import { serverInfo } from "../server-info.ts";
import { addFileTools } from "./file-tools.ts";
import { jobDocuments, type JobSource } from "./job-documents.ts";
import { addFieldsTools } from "./fields-tools.ts";
import { addPipelineTools } from "./pipeline-tools.ts";

export interface ServiceServerParts {
  readonly application: Application;
  readonly renderings: Renderings;
  readonly renderer: Pick<Extractor, "renderPage">;
  /** Receives errors that callers can do nothing about. */
  readonly failed: (error: unknown) => void;
}

/** The tools and resources over the service, within the rights of a caller. */
export function serviceServer(
  { application, renderings, renderer, failed }: ServiceServerParts,
  caller: Caller,
): McpServer {
  const server = new McpServer(serverInfo(), {
    instructions:
      "Reads documents as text. Start with extract_document: give it a URL, or send the file with PUT /uploads and the " +
      "same credentials, and give the id of the answer as upload_id.",
  });
  const documents = jobDocuments({ application, caller, renderer });
  addDocumentTools(server, {
    documents,
    renderings,
    failed,
    mayExtract: permissionsOf(caller).includes("submit_documents"),
    sources: {
      upload_id: z.string().max(100).optional().describe("The id of a file that was sent with PUT /uploads."),
      url: z.url().max(2000).optional().describe("A public address to fetch the document from."),
    },
    sourceOf: ({ upload_id, url }) => sourceOf({ upload_id, url }),
  });
  addFileTools(server, { application, caller, failed });
  addFieldsTools(server, { application, caller, failed });
  // An extraction key cannot use them.
  if (caller.kind !== "extraction_key") addPipelineTools(server, { application, caller, failed });
  addDocumentResources(server, documents, failed);
  return server;
}

const sourceSchema = z.union([
  z.object({ upload_id: z.string(), url: z.undefined() }),
  z.object({ url: z.string(), upload_id: z.undefined() }),
]);

function sourceOf(given: { readonly upload_id: unknown; readonly url: unknown }): JobSource {
  const source = sourceSchema.safeParse(given);
  if (source.success) return source.data;
  throw new DomainError("BAD_INPUT", "upload_id: give either upload_id or url", { field: "upload_id" });
}
