import type { Server } from "node:http";

/**
 * Sends `100 Continue` to a client that waits for it only when the body is read, so a client whose request is refused
 * does not send its document in vain.
 */
export function continueWhenRead(server: Server): void {
  server.on("checkContinue", (request, response) => {
    const { shouldKeepAlive } = response;
    // Without the body, the start of the next request on this connection is unknown.
    response.shouldKeepAlive = false;
    const read = request._read.bind(request);
    request._read = (size): void => {
      request._read = read;
      if (!response.headersSent) {
        response.shouldKeepAlive = shouldKeepAlive;
        response.writeContinue();
      }
      read(size);
    };
    server.emit("request", request, response);
  });
}
