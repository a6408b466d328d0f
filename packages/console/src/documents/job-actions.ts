import { notifications } from "@mantine/notifications";

import { graphql } from "../api/graphql.ts";
import { change } from "../api/uncached.ts";
import type { ExtractionOptionsInput } from "../generated/graphql.ts";
import { reasonOf } from "../parts/api-error.tsx";

const CANCEL = graphql(`
  mutation CancelJobs($ids: [ID!]!) {
    cancelJobs(input: { jobIds: $ids }) {
      jobs {
        id
      }
      failures {
        message
      }
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteJobs($ids: [ID!]!) {
    deleteJobs(input: { jobIds: $ids }) {
      deletedIds
      failures {
        message
      }
    }
  }
`);

const RESUBMIT = graphql(`
  mutation ResubmitJobs($input: ResubmitJobsInput!) {
    resubmitJobs(input: $input) {
      resubmissions {
        job {
          id
        }
      }
      failures {
        message
      }
    }
  }
`);

/** The API takes this many at once. */
const AT_ONCE = 100;

/** Cancels documents that wait or are being read; returns the ids of those that were. */
export function cancelJobs(ids: readonly string[]): Promise<readonly string[]> {
  return inParts(ids, "cancelled", async (part) => {
    const { cancelJobs: result } = await change(CANCEL, { ids: part });
    return { done: result.jobs.map(({ id }) => id), failures: result.failures };
  });
}

/** Deletes documents with their texts; returns the ids of those that were. */
export function deleteJobs(ids: readonly string[]): Promise<readonly string[]> {
  return inParts(ids, "deleted", async (part) => {
    const { deleteJobs: result } = await change(DELETE, { ids: part });
    return { done: result.deletedIds, failures: result.failures };
  });
}

export interface Again {
  readonly options: ExtractionOptionsInput;
  readonly tag?: string;
  readonly documentPassword?: string;
}

/** Reads documents again with other options; returns the ids of the new ones. */
export function readAgain(ids: readonly string[], again: Again): Promise<readonly string[]> {
  return inParts(ids, "submitted again", async (part) => {
    const { resubmitJobs: result } = await change(RESUBMIT, { input: { jobIds: part, ...again } });
    return { done: result.resubmissions.map(({ job }) => job.id), failures: result.failures };
  });
}

interface Failure {
  readonly message: string;
}

interface Outcome {
  readonly done: readonly string[];
  readonly failures: readonly Failure[];
}

/** Shows how many succeeded, and the first reason why others did not. */
async function inParts(
  ids: readonly string[],
  participle: string,
  work: (part: readonly string[]) => Promise<Outcome>,
): Promise<readonly string[]> {
  const done: string[] = [];
  const failures: Failure[] = [];
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const outcome = await work(ids.slice(at, at + AT_ONCE));
      done.push(...outcome.done);
      failures.push(...outcome.failures);
    }
  } catch (error) {
    notifications.show({ color: "red", title: "The request failed", message: reasonOf(error) });
  }
  const [failure] = failures;
  if (failure !== undefined)
    notifications.show({
      color: "red",
      title: `${failures.length} of ${ids.length} could not be ${participle}`,
      message: failure.message,
    });
  else if (done.length > 1) notifications.show({ message: `${done.length} documents were ${participle}.` });
  return done;
}
