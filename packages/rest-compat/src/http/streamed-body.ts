import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Answer } from "./endpoint.ts";

/** Characters per write; other callers are served in between. The shortest items, `[]`, take the longest to compute. */
const CHUNK_LENGTH = 32 * 1024;

/** A caller who reads nothing for this long is disconnected. */
const STALLED_MS = 60_000;

/** A body that is computed and written piece by piece. */
export class StreamedBody {
  readonly contentType: string;
  readonly pieces: Iterable<string>;

  constructor(contentType: string, pieces: Iterable<string>) {
    this.contentType = contentType;
    this.pieces = pieces;
  }
}

/**
 * Computes the next pieces when the caller has read the previous ones, and stops when the caller has left. A body that
 * fits into one write has a length; longer ones are chunked.
 */
export async function sendStreamed(
  response: ServerResponse,
  { status, headers = {} }: Pick<Answer, "status" | "headers">,
  body: StreamedBody,
): Promise<void> {
  // Unread bytes are drained, as in `send`.
  response.req.resume();
  const head = { "content-type": body.contentType, ...headers };
  let waiting = "";
  for (const piece of body.pieces) {
    waiting += piece;
    if (waiting.length < CHUNK_LENGTH) continue;
    if (!response.headersSent) response.writeHead(status, head);
    await written(response, waiting);
    if (response.destroyed) return;
    waiting = "";
  }
  if (!response.headersSent)
    response.writeHead(status, { ...head, "content-length": Buffer.byteLength(waiting) });
  response.end(waiting);
}

/** Resolves when the caller has read enough for the next write, or has been disconnected. */
async function written(response: ServerResponse, chunk: string): Promise<void> {
  if (response.write(chunk)) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return;
  }
  const settled = new AbortController();
  const stalled = setTimeout(() => response.destroy(), STALLED_MS);
  const { signal } = settled;
  try {
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  } finally {
    clearTimeout(stalled);
    settled.abort();
  }
}
