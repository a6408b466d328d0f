import type { Server } from "node:net";

/** The TCP port on which a server listens. @throws Error if it does not listen on one. */
export function boundPort(server: Pick<Server, "address">): number {
  const address = server.address();
  if (typeof address === "object" && address) return address.port;
  throw new Error("The server does not listen on a TCP port.");
}
