import type { JobPriority } from "./job.ts";
import type { JobStore, TurnShare } from "./job-ports.ts";

/** How many turns a document takes: of two shares that wait, the one with half the cost is served twice as often. */
const TURN_COST = { high: 6, normal: 12, low: 48 } as const satisfies Record<JobPriority, number>;

/** Where many documents wait, those of a share that has few of them take a third of the turns. */
const MANY = 48;
const FEW = 24;
const COST_OF_FEW = 1 / 3;

/**
 * The turn of a share's next document, 0 or above: after the share's own, and never before what is about to be read,
 * so that nobody gains a place by having been away. Who sends a few documents waits little longer for one who has sent
 * thousands than alone, and yet keeps none of those from their turn. Until the transaction ends, nobody else of the
 * share gets one.
 */
export async function nextTurn(jobs: Pick<JobStore, "lockTurns">, share: TurnShare): Promise<number> {
  const { first, ownLast, waiting, ownWaiting } = await jobs.lockTurns(share, MANY);
  const isOneOfFew = waiting >= MANY && ownWaiting < FEW;
  return (ownLast ?? (first ?? 0) - 1) + TURN_COST[share.priority] * (isOneOfFew ? COST_OF_FEW : 1);
}
