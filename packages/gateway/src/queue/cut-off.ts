import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";

/** How long work that was told to stop is waited for, in milliseconds. */
const CUT_OFF_MS = 5000;

/** Work that was cut off is handed back as a new entry, which costs it none of its attempts. */
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

/** Takes nothing more from the queues; what is not done after `graceMs` milliseconds is cut off. */
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
