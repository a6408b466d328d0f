import type { Client } from "urql";

import { connectionEvents } from "../../api/client.ts";
import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import { isSettled, type JobRow } from "./job-row.ts";

const CHANGES = graphql(`
  subscription JobsChanged {
    jobsChanged {
      job {
        ...JobRow
      }
    }
  }
`);

const UNSETTLED = graphql(`
  query UnsettledJobs {
    jobs(first: 100, filter: { statuses: [ACCEPTED, PROCESSING] }) {
      nodes {
        ...JobRow
      }
      totalCount
    }
  }
`);

/** Progress and queue positions are no changes of status; they are asked for while documents wait. */
const POLL_MS = 2000;
/** Many changes at once are told together. */
const GATHER_MS = 100;

export interface LiveJobs {
  /** Number of documents that wait or are being read. */
  readonly count: () => number;
  /** Calls the listener with the documents that changed, until the returned function is called. */
  readonly listen: (listener: Listener) => () => void;
  readonly end: () => void;
}

export type Listener = (changed: readonly JobRow[]) => void;

/** Follows the organization's documents: one subscription for all screens. */
export function followJobs(client: Client): LiveJobs {
  const unsettled = new Set<string>();
  const listeners = new Set<Listener>();
  const gathered = new Map<string, JobRow>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    gathering = undefined;
    const changed = [...gathered.values()];
    gathered.clear();
    for (const listener of listeners) listener(changed);
  };
  const take = (job: JobRow): void => {
    if (isSettled(job)) unsettled.delete(job.id);
    else unsettled.add(job.id);
    gathered.set(job.id, job);
    gathering ??= setTimeout(tell, GATHER_MS);
  };
  const poll = async (): Promise<void> => {
    if (unsettled.size === 0 || document.hidden) return;
    const { jobs } = await ask(UNSETTLED, {});
    for (const job of jobs.nodes) take(job);
  };
  const changes = client.subscription(CHANGES, {}).subscribe(({ data }) => {
    if (data) take(data.jobsChanged.job);
  });
  const polling = setInterval(() => void poll().catch(ignored), POLL_MS);
  return {
    count: () => unsettled.size,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      changes.unsubscribe();
      clearInterval(polling);
      clearTimeout(gathering);
    },
  };
}

/** The next poll asks again. */
function ignored(): void {}

/** Calls back when the socket is connected again after it was lost: changes may have been missed. */
export function onReconnect(callback: () => void): () => void {
  let lost = false;
  const changed = (event: Event): void => {
    const connected = event instanceof CustomEvent && event.detail === true;
    if (connected && lost) callback();
    lost = !connected;
  };
  connectionEvents.addEventListener("change", changed);
  return () => connectionEvents.removeEventListener("change", changed);
}
