import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect as openSocket, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as openSecure } from "node:tls";
import type { AddressPolicy } from "./address-policy.ts";
import { OutboundError, REFUSAL, refused } from "./outbound-error.ts";
import { hostOf, portOf } from "./target.ts";

/** Every address that a name stands for. */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** The system's, which also knows the names that the operator has given to machines. */
export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

export interface Route {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
}

/**
 * A connection to the server of a URL, encrypted where the URL says so, that no other request has used or will use.
 * The name is resolved once, and the connection goes to what has then been looked at: an answer that is another one
 * the next time changes nothing.
 *
 * @throws OutboundError `refused` where the name is unknown or one of its addresses is not permitted; what the
 * network throws.
 */
export async function connect(url: URL, route: Route, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  const socket = await connectTo({ host, port: portOf(url) }, route, signal);
  return url.protocol === "https:" ? secured(socket, host, signal) : socket;
}

/** As `connect`, to any port, without encryption. */
export async function connectTo(
  { host, port }: { readonly host: string; readonly port: number },
  route: Route,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await permittedAddresses(host, route, signal);
  const socket = openSocket({ host, port, lookup: pinnedTo(addresses), autoSelectFamily: true });
  // Protocols of many short messages would wait for each.
  socket.setNoDelay();
  await opening(socket, "connect", signal);
  const { remoteAddress = "nobody" } = socket;
  if (!route.policy.permits(remoteAddress)) {
    socket.destroy();
    throw refused(`${host} led to ${remoteAddress}`);
  }
  return socket;
}

/** What a host stands for; a literal address stands for itself. @throws as `connect`. */
export async function permittedAddresses(
  host: string,
  { policy, resolve }: Route,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolve, signal) : [host];
  const unwanted = addresses.find((address) => !policy.permits(address));
  if (unwanted !== undefined) throw refused(`${host} is ${unwanted}`);
  return addresses;
}

async function addressesOf(name: string, resolve: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = await unlessAborted(signal, resolve(name).catch(unresolved));
  if (addresses.length === 0) throw refused(`${name} has no address`);
  return addresses;
}

/** An unknown name is refused in the words of a forbidden one: which names a network has inside is its own affair. */
function unresolved(cause: unknown): never {
  if (cause instanceof Error && "code" in cause && cause.code === "EAI_AGAIN") {
    throw new OutboundError("interrupted", REFUSAL, { cause });
  }
  throw refused(String(cause));
}

/** Stands in for the system's name resolution: the connection may try these addresses, in their order. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const answer = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, callback) => callback(null, answer);
}

/** The server is asked for by its name and must prove to be it, though the connection went to an address. */
async function secured(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const name = host.replace(/\.$/, "");
  const secure = openSecure({
    socket,
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    ALPNProtocols: ["http/1.1"],
  });
  socket.on("error", (error) => secure.destroy(error));
  await opening(secure, "secureConnect", signal);
  return secure;
}

async function opening(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.on("error", () => {}).destroy();
    throw error;
  }
}

/** Name resolution itself cannot be broken off; its answer then finds nobody waiting. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
