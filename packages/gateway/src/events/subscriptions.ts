import { createSubscriptionHub, type SubscriptionHub, type Subscriptions } from "@galley/core/domain";
import { CHANGES, parseChange, type Change } from "./changes.ts";

/** A connection that is opened again after a loss; `opened` is called each time. */
interface Listening {
  listen(
    channel: string,
    heard: (payload: string) => void,
    opened: () => void,
  ): Promise<{ close(): Promise<void> }>;
}

/**
 * Receives the announcements of all replicas over one connection. Changes are missed while the connection is
 * lost; when it is restored, all subscribers are woken to read again. Disposing ends every subscription.
 */
export async function openSubscriptions(connection: Listening): Promise<Subscriptions & AsyncDisposable> {
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
