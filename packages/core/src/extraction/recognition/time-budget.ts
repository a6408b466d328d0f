import type { Recogniser } from "../engines/ocr/recogniser.ts";

/** In times of the first look: on a page of text, all others together take less. */
const TIMES_AS_LONG = 2;

/** However quick the first look was. */
const LEAST_MS = 3000;

/** How long a page may be looked at again, by how long its first look took: a machine may be slow, or busy. */
export class TimeBudget {
  readonly #end: number;

  constructor(firstLookMs: number) {
    this.#end = performance.now() + Math.max(LEAST_MS, TIMES_AS_LONG * firstLookMs);
  }

  get leftMs(): number {
    return Math.max(0, this.#end - performance.now());
  }
}

/** Who looks again, and for how long. */
export interface LookingAgain {
  readonly recogniser: Recogniser;
  readonly budget: TimeBudget;
}
