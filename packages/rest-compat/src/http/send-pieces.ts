import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Answer } from "./endpoint.ts";
import { TEXT } from "./http-answer.ts";
import type { Pieces } from "./pieces.ts";

/** Characters per write; other callers are served in between. The shortest items, `[]`, take the longest to compute. */
const CHUNK_LENGTH = 32 * 1024;

/** A caller who reads nothing for this long is disconnected, in milliseconds. */
export const STALLED_MS = 60_000;

/**
 * Sends a text while it is computed, as plain text unless its headers say otherwise. Computes the next pieces when the
 * caller has read the previous ones, and stops when the caller has left. A body that fits into one write has a length;
 * longer ones are chunked.
 */
export async function sendPieces(
  response: ServerResponse,
  { status, headers = {}, body, beforeEnd }: Answer & { readonly body: Pieces },
  stalledMs: number,
): Promise<void> {
  // Unread bytes are drained, as in `send`.
  response.req.resume();
  const head = { "content-type": TEXT, ...headers };
  let waiting = "";
  for (const piece of body.parts) {
    waiting += piece;
    if (waiting.length < CHUNK_LENGTH) continue;
    if (!response.headersSent) response.writeHead(status, head);
    await written(response, waiting, stalledMs);
    if (response.destroyed) return;
    waiting = "";
  }
  await beforeEnd?.();
  if (!response.headersSent)
    response.writeHead(status, { ...head, "content-length": Buffer.byteLength(waiting) });
  response.end(waiting);
}

/** Resolves when the caller has read enough for the next write, or has been disconnected. */
async function written(response: ServerResponse, chunk: string, stalledMs: number): Promise<void> {
  if (response.write(chunk)) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return;
  }
  const settled = new AbortController();
  const stalled = setTimeout(() => response.destroy(), stalledMs);
  const { signal } = settled;
  try {
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  } finally {
    clearTimeout(stalled);
    settled.abort();
  }
}
