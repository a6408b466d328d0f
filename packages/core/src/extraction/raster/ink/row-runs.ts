import type { InkImage } from "../image/ink-image.ts";

/** A stretch of ink in a row of pixels; `end` is the pixel after the last. */
export interface RowRun {
  readonly y: number;
  readonly start: number;
  readonly end: number;
  /** How many of its pixels are ink: gaps are not. */
  readonly ink: number;
}

/** Goes over the stretches of ink from row to row, with gaps of up to `gap` pixels in them. */
export function* rowRunsOf({ width, ink }: InkImage, gap: number): Generator<RowRun> {
  for (let at = ink.indexOf(1); at >= 0;) {
    const y = Math.floor(at / width);
    const rowEnd = (y + 1) * width;
    let [end, next, count] = [at, at, 0];
    while (next >= 0 && next < rowEnd && next - end <= gap) {
      const paper = ink.indexOf(0, next);
      end = paper < 0 ? rowEnd : Math.min(rowEnd, paper);
      count += end - next;
      next = end < ink.length ? ink.indexOf(1, end) : -1;
    }
    yield { y, start: at - y * width, end: end - y * width, ink: count };
    at = next;
  }
}
