import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { boundPort } from "@galley/core/testing";

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  server.close();
  await once(server, "close");
  return port;
}

const PATIENCE_MS = 60_000;

/** Waits until a server listens on the port. @throws Error after a minute. */
export async function listening(port: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`No server listens on port ${port}.`);
}
