import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptsAt,
  type Address,
  freePort,
  loopbackAddress,
  removeStaleSockets,
  socketAddress,
  urlHost,
} from "./embedded-postgres/address.ts";
import { loadBinaries, type Binaries } from "./embedded-postgres/binaries.ts";
import { openCluster, type Cluster } from "./embedded-postgres/cluster.ts";
import { keepRunning, type HeldServer } from "./embedded-postgres/keep-running.ts";
import { holdLifeline, makeLifeline, type Lifeline } from "./embedded-postgres/lifeline.ts";
import { findPostmaster, isAlive, removeStalePostmaster } from "./embedded-postgres/postmaster.ts";
import { spawnServer, type Server } from "./embedded-postgres/server.ts";
import { unprivileged, type Account } from "./embedded-postgres/unprivileged.ts";

/** An embedded PostgreSQL server. Disposing releases it; it stops when the last process has released it. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly url: string;
}

export interface EmbeddedPostgresOptions {
  /** False is faster but loses data in a power cut: for clusters of tests. */
  readonly durable?: boolean;
  /** Called when the server ends unexpectedly, and for each failed restart. */
  readonly onTrouble?: (trouble: string) => void;
}

/** Start attempts: another process may win the race for the cluster or the port. */
const START_ATTEMPTS = 4;

/** Allows for crash recovery, in milliseconds. */
const READY_TIMEOUT_MS = 120_000;

/** Allows for the last checkpoint, in milliseconds. */
const STOP_TIMEOUT_MS = 60_000;

const POLL_MS = 10;

/**
 * Runs PostgreSQL on the cluster in `<dataDir>/postgres`, which the first start creates. If a server is
 * already running there, the process joins it. The server stops when the last process that uses it ends,
 * however it ends. If the server ends before that, it is restarted at the same address.
 *
 * @throws Error if there is no PostgreSQL for this platform, the folder is not writable or the server does
 * not start; the message is for an operator.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { durable = true, onTrouble = () => undefined }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = await loadBinaries();
  const account = unprivileged();
  const options = { binaries, account, durable };
  const cluster = await openCluster(dataDir, options);
  const held = await joinOrStart(cluster, options);
  const { address } = held;
  const kept = keepRunning(held, { again: () => joinOrStart(cluster, { ...options, address }), onTrouble });
  return {
    url: `postgresql://${cluster.user}:${cluster.password}@${urlHost(address)}:${address.port}/postgres`,
    [Symbol.asyncDispose]: async () => letGo(cluster, await kept.release()),
  };
}

interface StartOptions {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly durable: boolean;
  /** The address of a server that is restarted; a new one if undefined. */
  readonly address?: Address;
}

async function joinOrStart(cluster: Cluster, options: StartOptions): Promise<HeldServer> {
  let failure: Error | undefined;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    const joined = await join(cluster, options.address);
    if (joined) return joined;
    // Not every file system has sockets: the later attempts do without.
    const address = options.address ?? (await newAddress(cluster, { withSocket: attempt === 0 }));
    const started = await start(cluster, { ...options, address });
    if (!(started instanceof Error)) return started;
    failure = started;
  }
  throw failure ?? new Error(`The database in ${cluster.folder} did not start.`);
}

async function newAddress(
  { folder }: Cluster,
  { withSocket }: { readonly withSocket: boolean },
): Promise<Address> {
  const port = await freePort();
  return (withSocket ? socketAddress(folder, port) : undefined) ?? loopbackAddress(port);
}

/**
 * Joins the server that is running on the cluster; waits for one that is starting or stopping.
 *
 * @param address where this process has reached it before.
 */
async function join(cluster: Cluster, address: Address | undefined): Promise<HeldServer | undefined> {
  const lifeline = holdLifeline(cluster.lifeline);
  if (!lifeline) return undefined;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (lifeline.isWatched() && Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster.data);
    if (postmaster?.ready) {
      const reached = await reachable(address ? [address] : addressesOf(cluster, postmaster.port));
      if (reached) return { address: reached, lifeline };
    }
    await sleep(POLL_MS);
  }
  const timedOut = lifeline.isWatched();
  lifeline.release();
  if (timedOut) {
    throw new Error(
      `The database in ${cluster.folder} is in use, but not reachable from this machine. ` +
        "Only processes of one machine can share it. To use several machines, set DATABASE_URL to a PostgreSQL that all can reach.",
    );
  }
  return undefined;
}

/** A server of an earlier version, or on a file system without sockets, has no socket. */
function addressesOf({ folder }: Cluster, port: number): readonly Address[] {
  const socket = socketAddress(folder, port);
  return socket ? [socket, loopbackAddress(port)] : [loopbackAddress(port)];
}

async function reachable(addresses: readonly Address[]): Promise<Address | undefined> {
  for (const address of addresses) if (await acceptsAt(address)) return address;
  return undefined;
}

/** Starts a server. A failure is a value, because another process may have been faster. */
async function start(
  cluster: Cluster,
  options: StartOptions & { readonly address: Address },
): Promise<HeldServer | Error> {
  await removeStalePostmaster(cluster.data);
  await removeStaleSockets(cluster.folder);
  const { lifeline, watchedEnd } = makeLifeline(cluster.lifeline);
  const server = spawnServer(cluster, { ...options, watchedEnd });
  if (await isReady(cluster, server, options.address)) return { address: options.address, lifeline };
  lifeline.release();
  return new Error(`PostgreSQL did not start in ${cluster.folder}:\n${await server.log()}`);
}

async function isReady(cluster: Cluster, server: Server, { port }: Address): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (server.isRunning() && Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster.data);
    if (postmaster?.ready && postmaster.port === port) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function letGo(cluster: Cluster, lifeline: Lifeline): Promise<void> {
  lifeline.release();
  if (lifeline.isHeld()) return;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while ((lifeline.isWatched() || (await isServing(cluster))) && Date.now() < deadline) {
    await sleep(POLL_MS);
  }
}

async function isServing(cluster: Cluster): Promise<boolean> {
  const postmaster = await findPostmaster(cluster.data);
  return postmaster !== undefined && isAlive(postmaster.pid);
}
