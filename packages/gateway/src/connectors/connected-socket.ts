import type { Socket } from "node:net";

/**
 * A connected socket for drivers that insist on connecting the socket they are given: `connect` reports
 * success at once.
 */
export function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect(): Socket {
      process.nextTick(() => socket.emit("connect"));
      return socket;
    },
  });
}
