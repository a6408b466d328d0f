import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { DomainError } from "@galley/core/domain";
import type { RequestHandler } from "express";
import { presentedError } from "../errors/errors.ts";

/** An operation with its variables; documents go to /uploads. */
const MAX_BODY_BYTES = 256 * 1024;

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECOMPRESS = new Map<string, Decompress>([
  ["identity", (bytes) => Promise.resolve(bytes)],
  ["gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Reads the body of a request as JSON into `request.body`. It stops at the limit and answers at once, which Express'
 * own parser does only when the sender has sent everything.
 */
export const readOperation: RequestHandler = async (request, response, next) => {
  if (!request.is("json")) {
    next();
    return;
  }
  try {
    request.body = jsonOf(await bytesOf(request), request.headers["content-type"] ?? "");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The rest of the body is not worth waiting for.
    if (error.code === "TOO_LARGE") response.setHeader("Connection", "close");
    const status = error.code === "TOO_LARGE" ? 413 : error.field === "content-type" ? 415 : 400;
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ errors: [presentedError(error)] }));
    return;
  }
  next();
};

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const decompress = DECOMPRESS.get(request.headers["content-encoding"]?.toLowerCase() ?? "identity");
  if (!decompress) throw unreadable("The body's encoding is not read here; gzip, deflate and br are.");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of asBytes(request)) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return await decompress(Buffer.concat(chunks), { maxOutputLength: MAX_BODY_BYTES });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new DomainError("BAD_INPUT", "The body cannot be decompressed.", { cause });
  }
}

/** The connection stays when it is not read to its end, so that the sender hears why. */
function asBytes(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false });
}

function jsonOf(bytes: Buffer, contentType: string): object {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  if (charset.toLowerCase() !== "utf-8") throw unreadable("The body's charset is not read here; utf-8 is.");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw new DomainError("BAD_INPUT", "The body is not readable as JSON.", { cause });
  }
  throw new DomainError("BAD_INPUT", "The body is not a JSON object.");
}

function unreadable(message: string): DomainError {
  return new DomainError("BAD_INPUT", message, { field: "content-type" });
}

function tooLarge(): DomainError {
  return new DomainError("TOO_LARGE", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
