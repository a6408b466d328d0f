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
 * Runs work of the driver so that every connection it opens comes from the network port, also after a
 * redirect by the server, and closes if the signal aborts first.
 */
export function dialledBy<T>(way: Dialling, work: () => Promise<T>): Promise<T> {
  guardTransport();
  return dialling.run(way, work);
}

const addressSchema = z.object({ hostname: z.string(), port: z.coerce.number() });

/**
 * The driver has no setting for its sockets, so its only way to open them is replaced. It resolves names
 * itself first; the result is ignored.
 */
async function dial(this: object, address: unknown): Promise<void> {
  const way = dialling.getStore();
  if (!way) throw new ConnectorError("REFUSED_ADDRESS", "The driver may not open connections of its own.");
  const { hostname: host, port } = addressSchema.parse(address);
  const socket = await way.network.connect({ host, port }, way.signal);
  const stop = (): void => void socket.destroy();
  way.signal.addEventListener("abort", stop, { once: true });
  socket.once("close", () => way.signal.removeEventListener("abort", stop));
  Reflect.set(this, "stream", socket);
  Reflect.set(this, "connected", true);
}

const OPENING = "ntConnect";

/**
 * @throws ConnectorError if the installed driver has no such function, because its connections would bypass
 * the address policy.
 */
function guardTransport(): void {
  const transport: unknown = createRequire(import.meta.url)("oracledb/lib/thin/sqlnet/ntTcp.js");
  const prototype: unknown = typeof transport === "function" ? transport.prototype : undefined;
  if (typeof prototype !== "object" || prototype === null || !(OPENING in prototype)) {
    throw new ConnectorError(
      "DRIVER_MISSING",
      "This version of oracledb is not supported. Install oracledb 26.",
    );
  }
  Reflect.set(prototype, OPENING, dial);
}
