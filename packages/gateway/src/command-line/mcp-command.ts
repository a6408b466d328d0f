import { serveFiles } from "../mcp/local/serve-files.ts";
import { isErrno } from "../files/errno.ts";
import type { Values } from "./extraction-options.ts";
import { fetchedDocument } from "./extract/url-document.ts";
import { UsageError } from "./usage-error.ts";

/** Runs `galley mcp` until its input ends, and resolves to the exit code. @throws UsageError */
export async function runMcp(folders: readonly string[], values: Values): Promise<0> {
  const fetch = values["allowUrls"] === true ? fetchedDocument : undefined;
  try {
    await serveFiles({ folders: folders.length === 0 ? [process.cwd()] : folders, fetch });
    return 0;
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR", "EACCES")) throw new UsageError(error.message);
    throw error;
  }
}
