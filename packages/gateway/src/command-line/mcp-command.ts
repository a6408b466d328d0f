import { parseArgs } from "node:util";
import { serveFiles } from "../mcp/local/serve-files.ts";

/** Runs `galley mcp` and resolves to the exit code. */
export async function runMcp(arguments_: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...arguments_], allowPositionals: true });
  await serveFiles({ folders: positionals.length === 0 ? [process.cwd()] : positionals, fetch: undefined });
  return 0;
}
