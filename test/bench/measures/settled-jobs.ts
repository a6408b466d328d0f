import { z } from "zod";
import type { GraphqlClient } from "../../support/clients/graphql-client.ts";

const changeSchema = z.object({
  jobsChanged: z.object({ job: z.object({ handle: z.string(), status: z.string() }) }),
});

/** The ends of jobs, as received through one subscription. */
export interface SettledJobs {
  /** Resolves when the job is processed. */
  processed(handle: string): Promise<void>;
}

/** Subscribes until the service ends. */
export function listenForSettledJobs(client: GraphqlClient): SettledJobs {
  const heard = new Map<string, PromiseWithResolvers<void>>();
  const endOf = (handle: string): PromiseWithResolvers<void> => {
    const end = heard.get(handle) ?? Promise.withResolvers<void>();
    heard.set(handle, end);
    return end;
  };
  const listen = async (): Promise<void> => {
    const query = "subscription { jobsChanged { job { handle status } } }";
    for await (const { jobsChanged } of client.subscribe(changeSchema, query)) {
      const { handle, status } = jobsChanged.job;
      if (status === "PROCESSED") endOf(handle).resolve();
      if (status === "FAILED") endOf(handle).reject(new Error("A document failed."));
    }
  };
  void listen().catch(() => undefined);
  return {
    async processed(handle) {
      await endOf(handle).promise;
      heard.delete(handle);
    },
  };
}
