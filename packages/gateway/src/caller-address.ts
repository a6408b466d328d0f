import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";

const storage = new AsyncLocalStorage<string>();

/** The remote address of the current request; behind a proxy, the proxy's. */
export function callerAddress(): string | undefined {
  return storage.getStore();
}

/**
 * Runs `work` for the sender of a request. Uses the address of the connection, because headers can be forged.
 */
export function onBehalfOf<T>({ socket }: IncomingMessage, work: () => T): T {
  return storage.run(socket.remoteAddress ?? "unknown", work);
}
