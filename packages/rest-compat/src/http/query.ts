import { issueMessage } from "@galley/core/domain";
import type { z } from "zod";
import { Refusal } from "./errors.ts";

/**
 * Parses the query string of a request.
 *
 * @throws Refusal that names the parameter and the valid values.
 */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, url: string): z.output<Schema> {
  const parsed = schema.safeParse(writtenParameters(url), { error: issueMessage });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(400, `${String(issue?.path[0])}: ${issue?.message}`);
}

/** Parameters as written; if a name is repeated, the last value. */
function writtenParameters(url: string): Record<string, string> {
  const start = url.indexOf("?");
  const query = start === -1 ? "" : url.slice(start + 1);
  const decoded = decodedOrUndefined(query);
  if (decoded === undefined) throw new Refusal(400, "The query string is not percent-encoded UTF-8.");
  if (decoded.includes("\0")) throw new Refusal(400, "The query string contains a NUL character.");
  return Object.fromEntries(new URLSearchParams(query));
}

/** Rejects malformed encoding, which `URLSearchParams` would replace with replacement characters. */
function decodedOrUndefined(query: string): string | undefined {
  try {
    return decodeURIComponent(query);
  } catch {
    return undefined;
  }
}
