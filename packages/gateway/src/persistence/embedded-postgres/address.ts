import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { isAlive } from "./postmaster.ts";

/** Where a server can be reached. */
export interface Address {
  /** The folder of its Unix socket, or an address of this machine. */
  readonly host: string;
  /** Also part of the name of the socket. */
  readonly port: number;
}

const LOOPBACK = "127.0.0.1";

/** Longest path of a socket, in bytes; macOS allows the least. */
const MAX_SOCKET_PATH = 103;

const LARGEST_PORT = 65_535;

/**
 * The address through a socket in the folder: every statement costs the service and the server less than through the
 * loopback address. Undefined if the path is too long for a socket.
 */
export function socketAddress(folder: string, port: number): Address | undefined {
  const longest = socketOf({ host: folder, port: LARGEST_PORT });
  return Buffer.byteLength(longest) <= MAX_SOCKET_PATH ? { host: folder, port } : undefined;
}

export function loopbackAddress(port: number): Address {
  return { host: LOOPBACK, port };
}

export function acceptsAt(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const { host, port } = address;
    const socket = connect(host === LOOPBACK ? { host, port } : { path: socketOf(address) });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });
}

/** The host as a part of a URL. */
export function urlHost({ host }: Address): string {
  return encodeURIComponent(host);
}

/** The server's setting of the folders of its sockets. */
export function socketFolders({ host }: Address): string {
  return host === LOOPBACK ? "" : `"${host.replaceAll('"', '""')}"`;
}

/** Removes the sockets of servers that were killed. Each start uses another port, so nothing else removes them. */
export async function removeStaleSockets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const socket = /^(\.s\.PGSQL\.\d+)\.lock$/.exec(name)?.[1];
    if (socket === undefined) continue;
    const lock = join(folder, name);
    const owner = Number.parseInt(await readFile(lock, "utf8").catch(() => ""), 10);
    if (Number.isNaN(owner) || isAlive(owner)) continue;
    await rm(join(folder, socket), { force: true });
    await rm(lock, { force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port was found.");
  return address.port;
}

function socketOf({ host, port }: Address): string {
  return join(host, `.s.PGSQL.${port}`);
}
