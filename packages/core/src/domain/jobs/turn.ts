import type { JobStore } from "../ports.ts";
import type { Job, JobPriority } from "./job.ts";

/**
 * Whose documents take turns: those of the same priority that one credential of an organization sends. Of several
 * shares that wait, each is served as often as its cost lets it, however many documents it has.
 */
export type TurnShare = Pick<Job, "organizationId" | "keyId" | "priority">;

/** How many turns a document takes: of two shares that wait, the one with half the cost is served twice as often. */
const TURN_COST = { high: 1, normal: 2, low: 8 } as const satisfies Record<JobPriority, number>;

/** Where a share stands that sends another document. */
export interface TurnsTaken {
  /** The lowest turn of all documents that wait; null where none does. */
  readonly first: number | null;
  /** The highest turn of the share's own documents that wait; null where none does. */
  readonly ownLast: number | null;
}

/**
 * The turn of a share's next document, 0 or above: after the share's own, and never before what is about to be read,
 * so that nobody gains a place by having been away. Until the transaction ends, nobody else of the share gets one.
 */
export async function nextTurn(jobs: Pick<JobStore, "lockTurns">, share: TurnShare): Promise<number> {
  const { first, ownLast } = await jobs.lockTurns(share);
  return (ownLast ?? (first ?? 0) - 1) + TURN_COST[share.priority];
}
