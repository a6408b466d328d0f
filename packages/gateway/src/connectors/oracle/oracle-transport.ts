import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import type { Network } from "../network.ts";

interface Dialling {
  readonly network: Network;
  readonly signal: AbortSignal;
}

const dialling = new AsyncLocalStorage<Dialling>();

/**
 * Does some work of the driver; every connection that it opens meanwhile comes from the network, also those to which a
 * server redirects it, and ends when the signal aborts before the work is done.
 */
export function dialledBy<T>(way: Dialling, work: () => Promise<T>): Promise<T> {
  guardTransport();
  return dialling.run(way, work);
}

const addressSchema = z.object({ hostname: z.string(), port: z.coerce.number() });

/**
 * The driver has no setting for where its sockets come from: its one way to open them is replaced. It resolves names
 * itself before; what it found does not count.
 */
async function dial(this: object, address: unknown): Promise<void> {
  const way = dialling.getStore();
  if (!way) throw new ConnectorError("REFUSED_ADDRESS", "The driver may not open connections by itself.");
  const { hostname: host, port } = addressSchema.parse(address);
  const socket = await way.network.connect({ host, port }, way.signal);
  const stop = (): void => void socket.destroy();
  way.signal.addEventListener("abort", stop, { once: true });
  socket.once("close", () => way.signal.removeEventListener("abort", stop));
  Reflect.set(this, "stream", socket);
  Reflect.set(this, "connected", true);
}

const OPENING = "ntConnect";

/** @throws ConnectorError when the installed driver has no such place: nothing would guard its connections. */
function guardTransport(): void {
  const transport: unknown = createRequire(import.meta.url)("oracledb/lib/thin/sqlnet/ntTcp.js");
  const prototype: unknown = typeof transport === "function" ? transport.prototype : undefined;
  if (typeof prototype !== "object" || prototype === null || !(OPENING in prototype)) {
    throw new ConnectorError(
      "DRIVER_MISSING",
      "This version of oracledb is not supported: install oracledb 26.",
    );
  }
  Reflect.set(prototype, OPENING, dial);
}
