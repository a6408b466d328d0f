import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { OutboundError } from "./outbound-error.ts";

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * The body as its author wrote it. No packing is asked for, yet some servers pack what they have.
 *
 * @throws OutboundError `encoding`.
 */
export function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return answer;
  const createDecoder = DECODERS.get(encoding);
  if (!createDecoder) {
    answer.destroy();
    throw new OutboundError("encoding", "The answer of the URL's server is packed in an unknown way.");
  }
  // What fails in one stream ends the other, where it is met by whoever reads.
  return pipeline(answer, createDecoder(), () => {});
}

/** The first bytes of a body, up to `maxBytes`; the rest is never received. */
export async function headOf(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of bytesOf(body)) {
    chunks.push(chunk.subarray(0, maxBytes - bytes));
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/**
 * The body, which ends where it grows too large.
 *
 * @throws OutboundError `too-large`, at once where the server announces it; `encoding`.
 */
export function capped(answer: IncomingMessage, maxBytes: number): AsyncIterable<Uint8Array> {
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) {
    answer.destroy();
    throw tooLarge(maxBytes);
  }
  return upTo(maxBytes, decoded(answer));
}

async function* upTo(maxBytes: number, body: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of bytesOf(body)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): OutboundError {
  const megabytes = Math.max(1, Math.round(maxBytes / 1024 / 1024));
  return new OutboundError("too-large", `What the URL leads to is larger than ${megabytes} MB.`);
}

function bytesOf(body: Readable): AsyncIterable<Uint8Array> {
  return body;
}
