import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** Makes the error of an API for a body that cannot be decoded, with status 415 or 400. */
type Refused = (status: 400 | 415, message: string) => Error;

/**
 * The body of a request without its `Content-Encoding`. The reader must limit its size, because it can be
 * far larger than what was sent. Stopping early leaves the connection open, so a sender that is rejected mid-upload still receives the
 * reason.
 */
export function decodedBody(request: IncomingMessage, refused: Refused): AsyncIterable<Uint8Array> {
  return isEncoded(request) ? decoded(request, refused) : sent(request);
}

/** Whether the size of the body is unknown until it is decoded. */
export function isEncoded(request: IncomingMessage): boolean {
  // Clients that add the header to every request add it to those without a body, too.
  return encodingOf(request) !== "identity" && request.headers["content-length"] !== "0";
}

async function* decoded(
  request: IncomingMessage,
  refused: Refused,
): AsyncGenerator<Uint8Array, void, undefined> {
  const createDecoder = DECODERS.get(encodingOf(request));
  if (!createDecoder) {
    throw refused(415, "Content-Encoding: expected one of gzip, deflate, br, or no encoding.");
  }
  try {
    // An error in one stream ends the other, where it is read.
    yield* pipeline(sent(request), createDecoder(), () => undefined);
  } catch (cause) {
    // The error of a sender that disconnected is not one of the encoding.
    if (request.destroyed && !request.complete) throw cause;
    throw refused(400, `Content-Encoding: the body is not valid ${encodingOf(request)}.`);
  }
}

function encodingOf({ headers }: IncomingMessage): string {
  return headers["content-encoding"]?.trim().toLowerCase() || "identity";
}

function sent(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false });
}
