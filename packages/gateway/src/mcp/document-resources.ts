import { ResourceTemplate, type McpServer } from "@modelcontextprotocol/server";
import { DomainError } from "@galley/core/domain";
import type { Documents, OpenDocument } from "./open-document.ts";
import { rendered } from "./rendered.ts";
import { messageOf } from "./tool-result.ts";

const ROOT = "galley://documents/";

/** Documents and their pages as resources: a document in Markdown, a page as its layout text. */
export function addDocumentResources(
  server: McpServer,
  documents: Pick<Documents<never>, "find" | "list">,
  failed: (error: unknown) => void,
): void {
  const read = async (
    { href }: URL,
    variables: Readonly<Record<string, string | string[]>>,
  ): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }> => {
    try {
      const content = contentOf(await documents.find(decodeURIComponent(String(variables["id"]))));
      const { page } = variables;
      const text =
        page === undefined
          ? await rendered(content, "markdown", undefined)
          : await rendered(content, "text", new Set([Number(page)]));
      return {
        contents: [{ uri: href, mimeType: page === undefined ? "text/markdown" : "text/plain", text }],
      };
    } catch (error) {
      throw new Error(messageOf(error, failed), { cause: error });
    }
  };
  const list = async (): Promise<{ resources: { uri: string; name: string; mimeType: string }[] }> => ({
    resources: (await documents.list()).map(({ id, name }) => ({
      uri: ROOT + encodeURIComponent(id),
      name: name === "" ? id : name,
      mimeType: "text/markdown",
    })),
  });
  server.registerResource(
    "document",
    new ResourceTemplate(`${ROOT}{id}`, { list }),
    { title: "A document in Markdown", mimeType: "text/markdown" },
    read,
  );
  server.registerResource(
    "page",
    new ResourceTemplate(`${ROOT}{id}/pages/{page}`, { list: undefined }),
    { title: "The text of a page", mimeType: "text/plain" },
    read,
  );
}

function contentOf({ content }: OpenDocument): NonNullable<OpenDocument["content"]> {
  if (content) return content;
  throw new DomainError("NOT_READY", "The document is still being read.");
}
