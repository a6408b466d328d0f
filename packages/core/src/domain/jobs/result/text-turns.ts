import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../domain-error.ts";

/** How long a caller waits for another one who is being sent the same text. */
const MAX_WAIT_MS = 30_000;
const ASK_AGAIN_SECONDS = 5;

/**
 * A text that can be retrieved once is sent to one caller of this process at a time: whether a second one gets it is known
 * only when the first one has it or was disconnected, and must be known before the first byte of an answer.
 */
export class TextTurns {
  /** By job, the turns that have not ended, in their order. */
  readonly #turns = new Map<string, readonly Promise<void>[]>();

  /**
   * Takes a turn, which lasts until `over` aborts, and returns whether it waited for others.
   *
   * @throws DomainError `UNAVAILABLE` if others take too long.
   */
  async take(jobId: string, over: AbortSignal): Promise<boolean> {
    const earlier = this.#turns.get(jobId) ?? [];
    void this.#add(jobId, aborted(over));
    if (earlier.length === 0) return false;
    const waited = new AbortController();
    const wait = async (): Promise<boolean> => {
      await sleep(MAX_WAIT_MS, undefined, { signal: waited.signal }).catch(() => undefined);
      return false;
    };
    const theirs = async (): Promise<boolean> => {
      await Promise.race([Promise.all(earlier), aborted(over)]);
      return true;
    };
    const isFree = await Promise.race([theirs(), wait()]);
    waited.abort();
    if (isFree) return true;
    throw new DomainError("UNAVAILABLE", "The text is being sent to another caller. Ask again.", {
      retryAfterSeconds: ASK_AGAIN_SECONDS,
    });
  }

  async #add(jobId: string, turn: Promise<void>): Promise<void> {
    this.#turns.set(jobId, [...(this.#turns.get(jobId) ?? []), turn]);
    await turn;
    const left = (this.#turns.get(jobId) ?? []).filter((other) => other !== turn);
    if (left.length > 0) this.#turns.set(jobId, left);
    else this.#turns.delete(jobId);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
