import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sendJson } from "../json-answer.ts";

/**
 * Ends request bodies that stop arriving. A body without a new byte for `silentMs` gets 408, unless the
 * response was already sent, and its connection is closed. If the connection closes, the body fails for its
 * reader: Node fails it only until the response is sent, and a reader that waits longer would keep its files
 * open.
 */
export function endUnfinishedBodies(server: Server, silentMs: number): void {
  // Only the last request of a connection can be unfinished.
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on("connection", (socket: Socket) => {
    socket.once("close", () => {
      const request = latest.get(socket);
      if (request && !request.complete)
        request.destroy(new Error("The connection closed before the body ended."));
    });
  });
  server.on("request", (request, response) => {
    latest.set(request.socket, request);
    endWhenSilent(request, response, silentMs);
  });
}

function endWhenSilent(request: IncomingMessage, response: ServerResponse, silentMs: number): void {
  const { socket } = request;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    const progress = socket.bytesRead !== received;
    // Unread bytes mean that the service is slow, unless it has responded and will not read them.
    if (progress || (request.readableLength > 0 && !response.writableEnded)) {
      received = socket.bytesRead;
      return;
    }
    clearInterval(timer);
    if (request.complete) return;
    response.once("finish", () => socket.destroy());
    if (response.headersSent) socket.destroy();
    else
      sendJson(response.setHeader("Connection", "close"), 408, {
        message: "The request body took too long.",
      });
  }, silentMs).unref();
  const stop = (): void => clearInterval(timer);
  request.once("end", stop).once("error", stop);
  // Keep watching the body after the response, until it is complete or destroyed.
  request.once("close", () => {
    if (request.complete || request.destroyed) stop();
  });
}
