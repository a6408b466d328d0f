import type { JobPriority } from "./job.ts";
import type { JobStore, TurnShare, TurnsTaken } from "./job-ports.ts";

/** The number of turns that a document takes: a share with half the cost is served twice as often. */
const TURN_COST = { high: 6, normal: 12, low: 48 } as const satisfies Record<JobPriority, number>;

/** If at least `MANY` documents are queued, those of a share with fewer than `FEW` cost a third. */
const MANY = 48;
const FEW = 24;
const COST_OF_FEW = 1 / 3;

/**
 * The turn of a share's next document, at least 0: after the share's own documents, and never before those about to
 * be read, so an idle share gains no advantage. A caller with a few documents waits hardly longer behind thousands of
 * another caller's documents than alone, without starving that caller. Locks the share until the transaction ends.
 */
export async function nextTurn(jobs: Pick<JobStore, "lockTurns">, share: TurnShare): Promise<number> {
  return turnAfter(await jobs.lockTurns(share, MANY), share);
}

/** The turns of a share's next documents, as if each were asked for by itself. */
export async function nextTurns(
  jobs: Pick<JobStore, "lockTurns">,
  share: TurnShare,
  count: number,
): Promise<readonly number[]> {
  const turns: number[] = [];
  let taken = await jobs.lockTurns(share, MANY);
  while (turns.length < count) {
    const turn = turnAfter(taken, share);
    turns.push(turn);
    taken = {
      first: taken.first ?? turn,
      ownLast: turn,
      waiting: taken.waiting + 1,
      ownWaiting: taken.ownWaiting + 1,
    };
  }
  return turns;
}

function turnAfter({ first, ownLast, waiting, ownWaiting }: TurnsTaken, { priority }: TurnShare): number {
  const isOneOfFew = waiting >= MANY && ownWaiting < FEW;
  return (ownLast ?? (first ?? 0) - 1) + TURN_COST[priority] * (isOneOfFew ? COST_OF_FEW : 1);
}
