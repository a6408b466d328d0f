import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./endpoint.ts";

/** Sends a string as text and bytes as they are, unless the headers say otherwise, anything else as JSON, and no body if it is undefined. */
export function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
  } else {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const content = Buffer.from(isRaw ? body : JSON.stringify(body));
    response.writeHead(status, {
      "content-type": typeof body === "string" ? TEXT : JSON_EXACTLY,
      ...headers,
      "content-length": content.length,
    });
    response.end(content);
  }
  // Unread bytes are drained: closing the connection with unread bytes loses the response.
  response.req.resume();
}

/** Without the character set, clients read plain text as ISO 8859-1. */
export const TEXT = "text/plain; charset=utf-8";

/** Without the character set: a client compares the whole value. */
export const JSON_EXACTLY = "application/json";

/** Whether a call failed because its sender disconnected, which is not a fault of the service. */
export function senderWentAway(request: IncomingMessage, error: unknown): boolean {
  return (request.destroyed && !request.complete) || (error !== null && error === request.errored);
}
