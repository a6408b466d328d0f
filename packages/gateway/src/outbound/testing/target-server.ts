import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { boundPort } from "@galley/core/testing";

/** A server on the loopback interface that counts connections. */
export interface TargetServer extends AsyncDisposable {
  readonly port: number;
  /** With a trailing slash. */
  readonly url: string;
  /** Number of connections so far. */
  hits(): number;
}

export function serveHttp(listener: RequestListener): Promise<TargetServer> {
  return listening(createHttpServer({ keepAliveTimeout: 60_000 }, listener));
}

/** `answer` writes the response to each connection. */
export function serveRaw(answer: (socket: Socket) => void): Promise<TargetServer> {
  return listening(createServer(answer));
}

async function listening(server: Server): Promise<TargetServer> {
  const sockets = new Set<Socket>();
  let hits = 0;
  server.on("connection", (socket: Socket) => {
    hits += 1;
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
