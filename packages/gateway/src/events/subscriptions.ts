import { createSubscriptionHub, type SubscriptionHub, type Subscriptions } from "@galley/core/domain";
import type { Db } from "pg-boss";
import { CHANGES, parseChange, type Change } from "./changes.ts";

/**
 * Receives the announcements of all replicas over one connection. Changes are missed while the connection is
 * lost; when it is restored, all subscribers are woken to read again. Disposing ends every subscription.
 *
 * `connection` is the queue's: it keeps a listening session open and reopens it after a loss.
 */
export async function openSubscriptions(
  connection: Pick<Db, "listen">,
): Promise<Subscriptions & AsyncDisposable> {
  if (!connection.listen) throw new Error("This connection does not support LISTEN.");
  const hub = createSubscriptionHub();
  const listener = await connection.listen(
    CHANGES,
    (payload) => {
      const change = parseChange(payload);
      if (change) tell(hub, change);
    },
    () => hub.wakeAll(),
  );
  return {
    jobChanges: (jobId) => hub.jobChanges(jobId),
    organizationJobChanges: (organizationId) => hub.organizationJobChanges(organizationId),
    organizationJobDeletions: (organizationId) => hub.organizationJobDeletions(organizationId),
    noticeArrivals: (userId) => hub.noticeArrivals(userId),
    runChanges: (runId) => hub.runChanges(runId),
    async [Symbol.asyncDispose]() {
      hub.close();
      await listener.close();
    },
  };
}

function tell(hub: SubscriptionHub, change: Change): void {
  if (change.kind === "job") hub.jobChanged(change.job);
  else if (change.kind === "deletion") hub.jobDeleted(change.job);
  else if (change.kind === "notice") hub.noticeArrived(change.notice);
  else hub.runChanged(change.run);
}
