import { realpath } from "node:fs/promises";
import { once } from "node:events";
import { createIsolatedExtractor } from "@galley/core";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { localDocuments } from "./local-documents.ts";
import { localServer } from "./local-server.ts";

export interface ServedFiles {
  /** The folders that may be read. */
  readonly folders: readonly string[];
  /** Fetches a document; undefined if URLs are not allowed. */
  readonly fetch: ((url: string, signal: AbortSignal) => Promise<Uint8Array>) | undefined;
  readonly threads?: number | undefined;
}

/**
 * Serves the Model Context Protocol on standard input and output until the input ends. Documents are read in a process
 * of their own.
 *
 * @throws Error of the operating system if a folder does not exist.
 */
export async function serveFiles({ folders: named, fetch, threads }: ServedFiles): Promise<void> {
  const folders = await Promise.all(named.map((folder) => realpath(folder)));
  await using extractor = createIsolatedExtractor({ threads });
  const failed = (error: unknown): void => {
    process.stderr.write(
      `galley mcp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  };
  const documents = localDocuments({ extractor, folders, fetch });
  const served = serveStdio(() => localServer(documents, { folders, failed }), { onerror: failed });
  await once(process.stdin, "close");
  await served.close();
}
