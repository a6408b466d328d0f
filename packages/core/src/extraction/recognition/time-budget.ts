import type { Recogniser } from "../engines/ocr/recogniser.ts";

/** The first look may take so long: dense print takes a tenth of it, grain and screens would take minutes. */
const FIRST_LOOK_MS = 40_000;

/** All looks together. */
const ALL_LOOKS_MS = 50_000;

/** In times of the first look: on a page of text, all others together take less. */
const TIMES_AS_LONG = 2;

/** However quick the first look was. */
const LEAST_MS = 3000;

/** How long a page may be looked at, and looked at again: a machine may be slow, or busy. */
export class TimeBudget {
  readonly #start = performance.now();
  #end = this.#start + FIRST_LOOK_MS;
  #isFirstWhole = true;

  /** Until the first look is over, what is left of its time. */
  get leftMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Whether the first look came to its end in time. */
  get isFirstWhole(): boolean {
    return this.#isFirstWhole;
  }

  /** From now on the page is looked at again, by how long the first look took. */
  firstLookIsOver(): void {
    this.#isFirstWhole = this.leftMs > 0;
    const now = performance.now();
    const again = Math.max(LEAST_MS, TIMES_AS_LONG * (now - this.#start));
    this.#end = this.#isFirstWhole ? Math.min(now + again, this.#start + ALL_LOOKS_MS) : now;
  }
}

/** Who looks again, and for how long. */
export interface LookingAgain {
  readonly recogniser: Recogniser;
  readonly budget: TimeBudget;
}
