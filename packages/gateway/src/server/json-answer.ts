import type { ServerResponse } from "node:http";

/** Time that a sender has to finish a body that nobody wants any more; without it some miss the answer. */
const LINGER_MS = 10_000;

/**
 * Answers with JSON. The content type is exactly `application/json`, since there are clients that compare it so.
 * A sender that has not finished gets a while to read the answer.
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
