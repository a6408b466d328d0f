import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect as openSocket, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as openSecure } from "node:tls";
import type { AddressPolicy } from "./address-policy.ts";
import { OutboundError, REFUSAL, refused } from "./outbound-error.ts";
import { hostOf, portOf } from "./target.ts";

/** Resolves a name to all its addresses. */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** The system's resolver, which includes the hosts file. */
export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

export interface Route {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
}

/**
 * A connection to the server of a URL, with TLS for https, used for one request only. The name is resolved
 * once and the connection goes to a checked address, so DNS rebinding has no effect.
 *
 * @throws OutboundError `refused` if the name is unknown or one of its addresses is not permitted; network
 * errors.
 */
export async function connect(url: URL, route: Route, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  const socket = await connectTo({ host, port: portOf(url) }, route, signal);
  return url.protocol === "https:" ? secured(socket, host, signal) : socket;
}

/** Like `connect`, to any port, without TLS. */
export async function connectTo(
  { host, port }: { readonly host: string; readonly port: number },
  route: Route,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await permittedAddresses(host, route, signal);
  const socket = openSocket({ host, port, lookup: pinnedTo(addresses), autoSelectFamily: true });
  // Nagle's algorithm would delay every short message.
  socket.setNoDelay();
  await opening(socket, "connect", signal);
  const { remoteAddress = "nobody" } = socket;
  if (!route.policy.permits(remoteAddress)) {
    socket.destroy();
    throw refused(`${host} resolved to ${remoteAddress}`);
  }
  return socket;
}

/** The addresses of a host; an IP address resolves to itself. @throws like `connect`. */
export async function permittedAddresses(
  host: string,
  { policy, resolve }: Route,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolve, signal) : [host];
  const unwanted = addresses.find((address) => !policy.permits(address));
  if (unwanted !== undefined) throw refused(`${host} resolves to ${unwanted}`);
  return addresses;
}

async function addressesOf(name: string, resolve: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = await unlessAborted(signal, resolve(name).catch(unresolved));
  if (addresses.length === 0) throw refused(`${name} has no address`);
  return addresses;
}

/** Unknown names get the same message as forbidden ones, so callers cannot probe internal names. */
function unresolved(cause: unknown): never {
  if (cause instanceof Error && "code" in cause && cause.code === "EAI_AGAIN") {
    throw new OutboundError("interrupted", REFUSAL, { cause });
  }
  throw refused(String(cause));
}

/** Replaces name resolution: the connection tries these addresses, in order. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const answer = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, callback) => callback(null, answer);
}

/**
 * TLS with SNI and certificate verification for the host name, although the connection goes to an address.
 */
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

/** Name resolution itself cannot be cancelled; its late result is dropped. */
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
