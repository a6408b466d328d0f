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
 * The decoded body. No content encoding is requested, but some servers compress anyway.
 *
 * @throws OutboundError `encoding`.
 */
export function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return answer;
  const createDecoder = DECODERS.get(encoding);
  if (!createDecoder) {
    answer.destroy();
    throw new OutboundError(
      "encoding",
      "The response of the URL's server has an unsupported content encoding.",
    );
  }
  // An error in one stream ends the other, where the reader receives it.
  return pipeline(answer, createDecoder(), () => {});
}

/** The first bytes of a body, up to `maxBytes`; the rest is not downloaded. */
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
 * The body, limited to a maximum size.
 *
 * @throws OutboundError `too-large`, at once if the server announces the size; `encoding`.
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
  return new OutboundError("too-large", `The document at the URL is larger than ${megabytes} MB.`);
}

function bytesOf(body: Readable): AsyncIterable<Uint8Array> {
  return body;
}
