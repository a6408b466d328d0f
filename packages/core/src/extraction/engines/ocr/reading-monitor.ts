import type { Tesseract } from "./tesseract-library.ts";

/**
 * Tesseract's record of a reading that is under way, as version 5 lays it out in 32 bits: when it is to end stands in
 * nanoseconds of the clock that JavaScript calls `performance`, 0 for never.
 */
const LENGTH = 64;
const END_AT = 24;
const NANOSECONDS = 1e6;

/** Ends readings that take too long: what Tesseract has not read by then, it leaves out. */
export class ReadingMonitor {
  readonly #tesseract: Tesseract;
  readonly #address: number;

  constructor(tesseract: Tesseract) {
    this.#tesseract = tesseract;
    this.#address = tesseract.library._malloc(LENGTH);
    if (this.#address === 0) throw new RangeError("Array buffer allocation failed in the recogniser");
  }

  /** The address of the record of a reading that begins now. */
  startedFor(milliseconds: number): number {
    const record = new DataView(this.#tesseract.memory.buffer, this.#address, LENGTH);
    for (let at = 0; at < LENGTH; at++) record.setUint8(at, 0);
    const end = Math.round((performance.now() + milliseconds) * NANOSECONDS);
    record.setBigInt64(END_AT, BigInt(end), true);
    return this.#address;
  }
}
