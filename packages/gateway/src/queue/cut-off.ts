import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";

/** How long to wait for aborted work, in milliseconds. */
const CUT_OFF_MS = 5000;

/** Aborted work is returned to the queue as a new entry, which does not count as an attempt. */
export async function unlessCutOff(
  cutOff: AbortSignal,
  { work, handBack }: { work: (cutOff: AbortSignal) => Promise<void>; handBack: () => Promise<void> },
): Promise<void> {
  try {
    await work(cutOff);
  } catch (error) {
    if (!cutOff.aborted) throw error;
    await handBack();
  }
}

/** Takes no more entries; aborts work that is not done after `graceMs` milliseconds. */
export async function stopLoops(
  boss: PgBoss,
  loops: { readonly names: readonly string[]; readonly stopping: AbortController; readonly graceMs: number },
): Promise<void> {
  const stopped = Promise.all(loops.names.map((name) => boss.offWork(name, { wait: true })));
  await within(loops.graceMs, stopped);
  loops.stopping.abort(new Error("The worker is stopping."));
  await within(CUT_OFF_MS, stopped);
}

async function within(milliseconds: number, done: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([done, sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
