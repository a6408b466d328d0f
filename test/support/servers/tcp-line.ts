import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { boundPort } from "@galley/core/testing";

/** A TCP proxy to a local server that can be interrupted. */
export interface TcpLine extends AsyncDisposable {
  readonly port: number;
  /** Closes all connections and accepts none until it is restored. */
  cut(): void;
  mend(): void;
}

export async function startTcpLine(target: number): Promise<TcpLine> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    hold(near);
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    hold(far);
    near.pipe(far).pipe(near);
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: boundPort(server),
    cut,
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
