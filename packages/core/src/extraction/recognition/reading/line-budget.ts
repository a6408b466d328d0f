import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { TextReader } from "../recognisers/text-reader.ts";

/** Most lines in the first pass: the densest printed page has a quarter of them; grain and halftone have more. */
const FIRST_LOOK = 2000;

/** Most lines in all passes together. */
const ALL_LOOKS = 2500;

/** Most lines in later passes, as a multiple of the first; pages of text need fewer. */
const TIMES_AS_MANY = 2;

/** Later passes may always read this many lines. */
const LEAST = 150;

/** Smaller regions get the budget of this share of a page. */
const LEAST_SHARE = 0.1;

/**
 * Limits how many lines of a picture are read, over all passes. Counts lines, not time, so that the result does not
 * depend on the machine or its load.
 */
export class LineBudget {
  #left: number;
  #read = 0;
  #isFirstWhole = true;
  readonly #share: number;

  /** `share` is the share of the page that the picture covers, 0 to 1. */
  constructor(share = 1) {
    this.#share = Math.min(1, Math.max(LEAST_SHARE, share));
    this.#left = FIRST_LOOK * this.#share;
  }

  /** Lines left in the first pass or, after `firstLookIsOver`, in later passes. */
  get left(): number {
    return this.#left;
  }

  /** Whether the first pass read all lines. */
  get isFirstWhole(): boolean {
    return this.#isFirstWhole;
  }

  spend(lines: number): void {
    this.#read += lines;
    this.#left = Math.max(0, this.#left - lines);
  }

  /** Restarts the budget for a part of the picture; `share` is its share of the picture, 0 to 1. */
  beginPart(share: number): void {
    this.#left = FIRST_LOOK * Math.max(LEAST_SHARE, this.#share * share);
    this.#read = 0;
  }

  /** Ends the first pass and sets the budget of later passes from the lines it read; 0 if it was cut off. */
  firstLookIsOver({ isWhole }: Pick<LinesRead, "isWhole">): void {
    this.#isFirstWhole = isWhole;
    const again = Math.max(LEAST * this.#share, TIMES_AS_MANY * this.#read);
    this.#left = isWhole ? Math.max(0, Math.min(again, ALL_LOOKS * this.#share - this.#read)) : 0;
  }
}

/** The reader for later passes and their budget. */
export interface LookingAgain {
  readonly reader: TextReader;
  readonly budget: LineBudget;
}
