import type { ServerResponse } from "node:http";

/** Time for a sender to finish a rejected body; without it some clients miss the response. */
const LINGER_MS = 10_000;

/**
 * Responds with JSON. The content type is exactly `application/json`, because some clients compare it
 * literally. A sender that has not finished gets time to read the response.
 */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  const { req: request } = response;
  const lingering = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS).unref();
  request.once("close", () => clearTimeout(lingering));
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": text.length });
  response.end(request.method === "HEAD" ? undefined : text);
}
