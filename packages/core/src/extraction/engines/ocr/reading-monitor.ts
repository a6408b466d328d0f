import type { LookClock } from "./look-clock.ts";
import type { Tesseract } from "./tesseract-library.ts";

/**
 * Size and deadline offset of Tesseract 5's progress monitor (ETEXT_DESC) in 32-bit memory. The deadline is in units of
 * the clock that Tesseract reads; 0 means none.
 */
const LENGTH = 64;
const END_AT = 24;

/** Number of times Tesseract reads its clock per line of text. */
const LOOKS_PER_LINE = 2;

/**
 * Stops recognition after a number of lines; Tesseract skips the rest. Unlike a time limit, a line limit gives the
 * same result however busy the machine is.
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

  /** Resets the monitor for a recognition of at most `lines` lines and returns its address. */
  startedFor(lines: number): number {
    const record = new DataView(this.#tesseract.memory.buffer, this.#address, LENGTH);
    for (let at = 0; at < LENGTH; at++) record.setUint8(at, 0);
    const end = this.#clock.looks + Math.round(lines * LOOKS_PER_LINE);
    // A deadline of 0 would mean none.
    record.setBigInt64(END_AT, BigInt(Math.max(1, end)), true);
    return this.#address;
  }

  /** Number of lines recognised so far, in all images. */
  get lines(): number {
    return Math.ceil(this.#clock.looks / LOOKS_PER_LINE);
  }
}
