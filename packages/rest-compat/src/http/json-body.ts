import type { z } from "zod";
import { type IncomingDocument, plainWording } from "@galley/core/domain";
import { bytesOf } from "./body-bytes.ts";
import { Refusal } from "./errors.ts";

/** JSON bodies are short. */
const MAX_JSON_BYTES = 64 * 1024;

/**
 * Reads a body as JSON, whatever its content type.
 *
 * @throws Refusal that says what is wrong.
 */
export async function readJson(content: IncomingDocument["content"]): Promise<unknown> {
  const orElse = new Refusal(413, `The body is larger than ${MAX_JSON_BYTES} bytes.`);
  return jsonOf(await bytesOf(content, { maxBytes: MAX_JSON_BYTES, orElse }));
}

/**
 * The members of a body.
 *
 * @throws Refusal that names the first invalid member and the valid values.
 */
export function membersOf<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const parsed = schema.safeParse(json, { error: plainWording });
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
