import type { LinesRead, Recogniser } from "../../engines/ocr/recogniser.ts";

/** Lines of a page's first look: the densest page of print has a quarter of them, grain and screens many more. */
const FIRST_LOOK = 2000;

/** All looks together. */
const ALL_LOOKS = 2500;

/** In times of the first look: on a page of text, all others together take less. */
const TIMES_AS_MANY = 2;

/** However few the first look had. */
const LEAST = 150;

/** The smallest share of a page that a region is given. */
const LEAST_SHARE = 0.1;

/**
 * How many lines of a picture are read, and read again. Lines are counted, not time: what is read must not depend on the
 * machine or on how busy it is.
 */
export class LineBudget {
  #left: number;
  #read = 0;
  #isFirstWhole = true;
  readonly #share: number;

  /** `share` is how much of a page the picture is, 0 to 1. */
  constructor(share = 1) {
    this.#share = Math.min(1, Math.max(LEAST_SHARE, share));
    this.#left = FIRST_LOOK * this.#share;
  }

  /** Until the first look is over, what is left of its lines. */
  get left(): number {
    return this.#left;
  }

  /** Whether the first look was read to its end. */
  get isFirstWhole(): boolean {
    return this.#isFirstWhole;
  }

  spend(lines: number): void {
    this.#read += lines;
    this.#left = Math.max(0, this.#left - lines);
  }

  /** Starts anew for a part of the picture; `share` is how much of the picture it is, 0 to 1. */
  beginPart(share: number): void {
    this.#left = FIRST_LOOK * Math.max(LEAST_SHARE, this.#share * share);
    this.#read = 0;
  }

  /** From now on the picture is looked at again, by how many lines the first look had. */
  firstLookIsOver({ isWhole }: Pick<LinesRead, "isWhole">): void {
    this.#isFirstWhole = isWhole;
    const again = Math.max(LEAST * this.#share, TIMES_AS_MANY * this.#read);
    this.#left = isWhole ? Math.max(0, Math.min(again, ALL_LOOKS * this.#share - this.#read)) : 0;
  }
}

/** Who looks again, and how much of it. */
export interface LookingAgain {
  readonly recogniser: Recogniser;
  readonly budget: LineBudget;
}
