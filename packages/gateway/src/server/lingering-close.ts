import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Time that a caller has to notice an answer which comes before all of the request was sent. */
const LINGER_MS = 10_000;

/**
 * A connection that the answer is to end stays open on the caller's side while the body is still on its way, and what
 * comes is dropped: one that is closed on unread bytes is reset, and its caller never sees why the body was refused.
 */
export function closeLingering(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = (): void => {
    if (request.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once("end", () => socket.destroy()).once("close", () => clearTimeout(timer));
    socket.end();
    request.resume();
  };
}
