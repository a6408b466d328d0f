import type { z } from "zod";
import { issueMessage, type IncomingDocument } from "@galley/core/domain";
import { bytesOf } from "./body-bytes.ts";
import { Refusal } from "./errors.ts";

/** JSON bodies are short. */
const MAX_JSON_BYTES = 64 * 1024;

/**
 * Parses a body as JSON, whatever its content type.
 *
 * @throws Refusal that says what is wrong and, if possible, names the member.
 */
export async function parseJsonBody<Schema extends z.ZodType>(
  schema: Schema,
  content: IncomingDocument["content"],
): Promise<z.output<Schema>> {
  const orElse = new Refusal(413, `The body is larger than ${MAX_JSON_BYTES} bytes.`);
  const body = jsonOf(await bytesOf(content, { maxBytes: MAX_JSON_BYTES, orElse }));
  const parsed = schema.safeParse(body, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue?.path.join(".");
  throw new Refusal(400, member ? `${member}: ${issue?.message}` : "The body is not a JSON object.");
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal(400, "The body is not valid JSON.", { cause });
  }
}
