import { createClient, type Client } from "graphql-ws";
import { refusalIn, type Connection } from "./connection.ts";
import { GalleyError } from "./galley-error.ts";
import type { ChangesSubscription } from "./generated/graphql.ts";
import { isSettled, type Job } from "./job.ts";
import { CHANGES, JOB } from "./operations.ts";
import { sleep } from "./sleep.ts";

export interface SettledCall {
  /** Stops waiting; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the job at each change. */
  readonly onProgress?: ((job: Job) => void) | undefined;
}

/** Pauses between queries of a job: without WebSockets, or after a connection was lost. */
const FIRST_LOOK_MS = 250;
const LATER_LOOK_MS = 5000;

/**
 * Waits until a job is settled. Changes arrive by a subscription, or without WebSockets by polling. A lost connection
 * is reopened, and nothing is missed.
 *
 * @throws GalleyError; the reason of `signal`.
 */
export async function settled(
  connection: Connection,
  id: string,
  { signal, onProgress }: SettledCall,
): Promise<Job> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LATER_LOOK_MS)) {
    const { job } = await connection.graphql(JOB, { id }, signal);
    if (!job) throw new GalleyError("NOT_FOUND", "There is no such document.");
    onProgress?.(job);
    // The caller may have aborted while it was told.
    signal?.throwIfAborted();
    if (isSettled(job)) return job;
    const last = await lastChange(connection, id, { signal, onProgress });
    if (last && isSettled(last)) return last;
    await sleep(pause, signal);
  }
}

/** The job at the last change that a subscription told of; undefined if it told of none. */
async function lastChange(
  connection: Connection,
  id: string,
  { signal, onProgress }: SettledCall,
): Promise<Job | undefined> {
  if (typeof WebSocket === "undefined") return undefined;
  const client = socketOf(connection);
  const stop = (): void => void client.dispose();
  signal?.addEventListener("abort", stop, { once: true });
  let last: Job | undefined;
  try {
    const query = CHANGES.toString();
    for await (const { data, errors } of client.iterate<ChangesSubscription>({ query, variables: { id } })) {
      if (errors?.[0]) throw refusalIn(errors[0]);
      if (!data) continue;
      last = data.jobChanged.job;
      onProgress?.(last);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof GalleyError) throw error;
    // The connection was lost, or there are no WebSockets on the way; the next look at the job says whether it goes on.
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
  signal?.throwIfAborted();
  return last;
}

function socketOf({ url, headers }: Connection): Client {
  return createClient({
    url: `${url.replace(/^http/, "ws")}/graphql`,
    connectionParams: headers,
    connectionAckWaitTimeout: 15_000,
    keepAlive: 15_000,
    retryAttempts: 0,
  });
}
