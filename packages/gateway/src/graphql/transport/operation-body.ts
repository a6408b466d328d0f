import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { DomainError } from "@galley/core/domain";
import type { RequestHandler } from "express";
import { presentedError } from "../errors/errors.ts";

/** Enough for an operation and its variables; documents go to /uploads. */
const MAX_BODY_BYTES = 256 * 1024;

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECOMPRESS = new Map<string, Decompress>([
  ["identity", (bytes) => Promise.resolve(bytes)],
  ["gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Parses the request body as JSON into `request.body`. At the size limit it responds at once; Express' own parser waits
 * for the whole body first.
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
    // Do not wait for the rest of the body.
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
  if (!decompress) throw unreadable("Unsupported Content-Encoding. Supported: gzip, deflate, br.");
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

/** Keeps the connection open if reading stops early, so the response can still be sent. */
function asBytes(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false });
}

function jsonOf(bytes: Buffer, contentType: string): object {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  if (charset.toLowerCase() !== "utf-8") throw unreadable("Unsupported charset. Send the body as utf-8.");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw new DomainError("BAD_INPUT", "The body is not valid JSON.", { cause });
  }
  throw new DomainError("BAD_INPUT", "The body is not a JSON object.");
}

function unreadable(message: string): DomainError {
  return new DomainError("BAD_INPUT", message, { field: "content-type" });
}

function tooLarge(): DomainError {
  return new DomainError("TOO_LARGE", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
