import { createSubscriptionHub, type Subscriptions } from "@galley/core/domain";
import type { Db } from "pg-boss";
import { JOB_CHANGES, parseChange } from "./job-changes.ts";

/**
 * Hears the announcements of all replicas over one connection. While that is lost, changes go unheard; when it is
 * back, all who follow a job are woken to read it again. Disposing ends every subscription.
 *
 * `connection` is the queue's: it keeps a listening session open and opens it again when it is lost.
 */
export async function openSubscriptions(
  connection: Pick<Db, "listen">,
): Promise<Subscriptions & AsyncDisposable> {
  if (!connection.listen) throw new Error("This connection cannot listen.");
  const hub = createSubscriptionHub();
  const listener = await connection.listen(
    JOB_CHANGES,
    (payload) => {
      const change = parseChange(payload);
      if (change) hub.jobChanged(change);
    },
    () => hub.wakeJobs(),
  );
  return {
    jobChanges: (jobId) => hub.jobChanges(jobId),
    organizationJobChanges: (organizationId) => hub.organizationJobChanges(organizationId),
    async [Symbol.asyncDispose]() {
      hub.close();
      await listener.close();
    },
  };
}
