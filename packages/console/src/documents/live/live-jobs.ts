import type { Client } from "urql";

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

const DELETIONS = graphql(`
  subscription JobDeleted {
    jobDeleted {
      deletedId
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

/** Progress and queue positions are not changes of status, so they are polled while documents wait. */
const POLL_MS = 2000;
/** Changes are collected for this long before listeners are called. */
const GATHER_MS = 100;

export interface LiveJobs {
  /** Number of documents that wait or are being read. */
  readonly count: () => number;
  /** Calls the listener with the documents that changed, until the returned function is called. */
  readonly listen: (listener: Listener) => () => void;
  /** Calls the listener with the id of each deleted document; undefined if deletions may have been missed. */
  readonly listenForDeletions: (listener: DeletionListener) => () => void;
  readonly end: () => void;
}

export type Listener = (changed: readonly JobRow[]) => void;
export type DeletionListener = (id: string | undefined) => void;

/** Follows the organization's documents: one subscription for all screens. */
export function followJobs(client: Client): LiveJobs {
  const unsettled = new Set<string>();
  const listeners = new Set<Listener>();
  const deletionListeners = new Set<DeletionListener>();
  const gathered = new Map<string, JobRow>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const notify = (): void => {
    gathering = undefined;
    const changed = [...gathered.values()];
    gathered.clear();
    for (const listener of listeners) listener(changed);
  };
  const take = (job: JobRow): void => {
    if (isSettled(job)) unsettled.delete(job.id);
    else unsettled.add(job.id);
    gathered.set(job.id, job);
    gathering ??= setTimeout(notify, GATHER_MS);
  };
  const poll = async (): Promise<void> => {
    if (unsettled.size === 0 || document.hidden) return;
    const { jobs } = await ask(UNSETTLED, {});
    for (const job of jobs.nodes) take(job);
  };
  const changes = client.subscription(CHANGES, {}).subscribe(({ data }) => {
    if (data) take(data.jobsChanged.job);
  });
  const deletions = client.subscription(DELETIONS, {}).subscribe(({ data }) => {
    if (!data) return;
    const { deletedId } = data.jobDeleted;
    if (deletedId !== null) gathered.delete(deletedId);
    for (const listener of deletionListeners) listener(deletedId ?? undefined);
  });
  const polling = setInterval(() => void poll().catch(ignored), POLL_MS);
  return {
    count: () => unsettled.size,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listenForDeletions(listener) {
      deletionListeners.add(listener);
      return () => deletionListeners.delete(listener);
    },
    end() {
      changes.unsubscribe();
      deletions.unsubscribe();
      clearInterval(polling);
      clearTimeout(gathering);
    },
  };
}

/** The next poll tries again. */
function ignored(): void {}
