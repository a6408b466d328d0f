import type { Socket } from "node:net";

/**
 * A connected socket for drivers that insist on connecting the one that they are given: asked to connect, it says
 * that it has.
 */
export function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect(): Socket {
      process.nextTick(() => socket.emit("connect"));
      return socket;
    },
  });
}
