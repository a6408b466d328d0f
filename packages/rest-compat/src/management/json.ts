import type { IncomingMessage } from "node:http";
import { decodedBody } from "../http/decoded-body.ts";
import { ManagementRefusal } from "./management-errors.ts";

/** Settings may include a credentials file; no other body is larger. */
const MAX_JSON_BYTES = 1024 * 1024;

/** The escape of a NUL character, which databases cannot store in text. */
const NULL_CHARACTER = /(?<!\\)(?:\\\\)*\\u0000/;

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;

/**
 * Parses the body of a request as JSON. A missing body is an empty object.
 *
 * @throws ManagementRefusal 400, 413, or 415 if the content type is not JSON or the encoding not supported.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await bytesOf(request);
  if (bytes.length === 0) return {};
  const type = request.headers["content-type"];
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw refused(415, "unsupported_media_type", `Unsupported media type "${type}" in request.`);
  }
  const { text, value } = parsed(bytes);
  if (NULL_CHARACTER.test(text)) {
    throw refused(400, "null_characters_not_allowed", "Null characters are not allowed.");
  }
  return value;
}

function parsed(bytes: Buffer): { readonly text: string; readonly value: unknown } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "not UTF-8";
    throw refused(400, "parse_error", `JSON parse error - ${reason}`);
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decodedBody(request, notDecoded)) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_JSON_BYTES) {
      throw refused(413, "too_large", `The body is larger than ${MAX_JSON_BYTES} bytes.`);
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function notDecoded(status: 400 | 415, message: string): ManagementRefusal {
  return refused(status, status === 415 ? "unsupported_media_type" : "parse_error", message);
}

function refused(status: number, code: string, detail: string): ManagementRefusal {
  return new ManagementRefusal(status, [{ code, detail, attr: null }]);
}
