import type { z } from "zod";
import { Refusal } from "./errors.ts";

/**
 * Reads the query string of a request.
 *
 * @throws Refusal that names the parameter and what is valid.
 */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, url: string): z.output<Schema> {
  const parsed = schema.safeParse(writtenParameters(url));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(400, `${issue?.path.join(".")}: ${issue?.message}`);
}

/** Parameters as they are written, the last one where a name is repeated. */
function writtenParameters(url: string): Record<string, string> {
  const start = url.indexOf("?");
  const query = start === -1 ? "" : url.slice(start + 1);
  const decoded = decodedOrUndefined(query);
  if (decoded === undefined) throw new Refusal(400, "The query string is not percent-encoded UTF-8.");
  if (decoded.includes("\0")) throw new Refusal(400, "The query string holds a NUL character.");
  return Object.fromEntries(new URLSearchParams(query));
}

/** `URLSearchParams` puts replacement characters where this gives up. */
function decodedOrUndefined(query: string): string | undefined {
  try {
    return decodeURIComponent(query);
  } catch {
    return undefined;
  }
}
