import { McpServer } from "@modelcontextprotocol/server";
import { DomainError } from "@galley/core/domain";
import { z } from "zod";
import { addDocumentResources } from "../document-resources.ts";
import { addDocumentTools } from "../document-tools.ts";
import type { Documents } from "../open-document.ts";
import { createRenderings } from "../renderings.ts";
import { serverInfo } from "../server-info.ts";
import type { LocalSource } from "./local-documents.ts";

/** The tools and resources over the files of this machine. */
export function localServer(
  documents: Documents<LocalSource>,
  { folders, failed }: { readonly folders: readonly string[]; readonly failed: (error: unknown) => void },
): McpServer {
  const server = new McpServer(serverInfo(), {
    instructions: `Reads documents in ${folders.join(", ")} as text. Start with extract_document.`,
  });
  addDocumentTools(server, {
    documents,
    renderings: createRenderings(),
    failed,
    mayExtract: true,
    sources: {
      path: z
        .string()
        .max(4096)
        .optional()
        .describe(`A file in ${folders.join(" or ")}; relative to the first.`),
      url: z
        .url()
        .max(2000)
        .optional()
        .describe("An address to fetch the document from, if this is allowed."),
    },
    sourceOf: ({ path, url }) => sourceOf({ path, url }),
  });
  addDocumentResources(server, documents, failed);
  return server;
}

const sourceSchema = z.union([
  z.object({ path: z.string(), url: z.undefined() }),
  z.object({ url: z.string(), path: z.undefined() }),
]);

function sourceOf(given: { readonly path: unknown; readonly url: unknown }): LocalSource {
  const source = sourceSchema.safeParse(given);
  if (source.success) return source.data;
  throw new DomainError("BAD_INPUT", "path: give either path or url", { field: "path" });
}
