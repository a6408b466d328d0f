import type { IncomingMessage } from "node:http";
import { DomainError } from "@galley/core/domain";
import { decodedBody } from "@galley/rest-compat";
import type { RequestHandler } from "express";
import { presentedError } from "../errors/errors.ts";

/** Enough for an operation and its variables; documents go to /uploads. */
const MAX_BODY_BYTES = 256 * 1024;

/** The headers whose errors have the status 415. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["content-type", "content-encoding"]);

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
    const status = error.code === "TOO_LARGE" ? 413 : UNSUPPORTED.has(error.field ?? "") ? 415 : 400;
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ errors: [presentedError(error)] }));
    return;
  }
  next();
};

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of decodedBody(request, notDecoded)) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function notDecoded(status: 400 | 415, message: string): DomainError {
  return new DomainError("BAD_INPUT", message, status === 415 ? { field: "content-encoding" } : {});
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
