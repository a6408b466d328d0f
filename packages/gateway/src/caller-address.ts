import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";

const storage = new AsyncLocalStorage<string>();

/** The address that the present request came from; a proxy's where there is one. */
export function callerAddress(): string | undefined {
  return storage.getStore();
}

/** Does `work` for the sender of a request. The address of the connection counts: headers can say anything. */
export function onBehalfOf<T>({ socket }: IncomingMessage, work: () => T): T {
  return storage.run(socket.remoteAddress ?? "unknown", work);
}
