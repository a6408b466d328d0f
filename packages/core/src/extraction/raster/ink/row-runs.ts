import type { InkImage } from "../image/ink-image.ts";

/** A run of ink in a pixel row; `end` is exclusive. */
export interface RowRun {
  readonly y: number;
  readonly start: number;
  readonly end: number;
  /** Number of ink pixels, without gaps. */
  readonly ink: number;
}

/** Yields the runs of ink row by row; runs may contain gaps of up to `gap` pixels. */
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
