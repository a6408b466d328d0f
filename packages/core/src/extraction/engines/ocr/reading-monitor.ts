import type { LookClock } from "./look-clock.ts";
import type { Tesseract } from "./tesseract-library.ts";

/**
 * Tesseract's record of a reading that is under way, as version 5 lays it out in 32 bits. It holds the deadline by the
 * clock that Tesseract reads; 0 is none.
 */
const LENGTH = 64;
const END_AT = 24;

/** How often Tesseract reads its clock for each line of text. */
const LOOKS_PER_LINE = 2;

/**
 * Ends a reading after a number of lines: Tesseract leaves out the rest. Lines are counted instead of time, so what is
 * read does not depend on how busy the machine is.
 */
export class ReadingMonitor {
  readonly #tesseract: Tesseract;
  readonly #clock: LookClock;
  readonly #address: number;

  constructor(tesseract: Tesseract, clock: LookClock) {
    this.#tesseract = tesseract;
    this.#clock = clock;
    this.#address = tesseract.library._malloc(LENGTH);
    if (this.#address === 0) throw new RangeError("Array buffer allocation failed in the recogniser");
  }

  /** The address of the record of a reading that begins now. */
  startedFor(lines: number): number {
    const record = new DataView(this.#tesseract.memory.buffer, this.#address, LENGTH);
    for (let at = 0; at < LENGTH; at++) record.setUint8(at, 0);
    const end = this.#clock.looks + Math.round(lines * LOOKS_PER_LINE);
    // A deadline of 0 would be none.
    record.setBigInt64(END_AT, BigInt(Math.max(1, end)), true);
    return this.#address;
  }

  /** Lines of all readings so far. */
  get lines(): number {
    return Math.ceil(this.#clock.looks / LOOKS_PER_LINE);
  }
}
