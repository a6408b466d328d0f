import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Time for a client to notice a response that arrives before the whole request is sent. */
const LINGER_MS = 10_000;

/**
 * If the response ends a connection while the body is still arriving, the client's side stays open and the
 * rest of the body is discarded. Closing with unread bytes would reset the connection, and the client would
 * never see why the body was rejected.
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
