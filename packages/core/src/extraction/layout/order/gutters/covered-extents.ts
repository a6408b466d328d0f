/** A horizontal extent. */
export interface Extent {
  readonly x0: number;
  readonly x1: number;
}

export const NO_GUTTERS: readonly number[] = [];

/** Disjoint horizontal extents that segments cover, from left to right; merged in place, because pages add thousands. */
export class CoveredExtents {
  #starts: number[] = [];
  #ends: number[] = [];

  /** Adds extents; false if all of them were covered already. */
  addAll(extents: readonly Extent[]): boolean {
    let isNew = false;
    for (const { x0, x1 } of extents) if (this.add(x0, x1)) isNew = true;
    return isNew;
  }

  /** The centres of the gaps that are at least `least` wide, from left to right. */
  gutters(least: number): readonly number[] {
    let found: number[] | undefined;
    for (let at = 1; at < this.#starts.length; at++) {
      const end = this.#ends[at - 1] ?? 0;
      const start = this.#starts[at] ?? 0;
      if (start - end < least) continue;
      const middle = (end + start) / 2;
      if (found === undefined) found = [middle];
      else found.push(middle);
    }
    return found ?? NO_GUTTERS;
  }

  /** Adds an extent; false if it was covered already. */
  add(x0: number, x1: number): boolean {
    const at = this.#firstEndingAfter(x0);
    if (at === this.#ends.length) {
      this.#append(x0, x1);
      return true;
    }
    const starts = this.#starts;
    const ends = this.#ends;
    if ((starts[at] ?? 0) <= x0 && (ends[at] ?? 0) >= x1) return false;
    let from = x0;
    let to = x1;
    let next = at;
    while (next < starts.length && (starts[next] ?? 0) <= x1) {
      from = Math.min(from, starts[next] ?? 0);
      to = Math.max(to, ends[next] ?? 0);
      next++;
    }
    if (next === at + 1) {
      starts[at] = from;
      ends[at] = to;
    } else {
      starts.splice(at, next - at, from);
      ends.splice(at, next - at, to);
    }
    return true;
  }

  #firstEndingAfter(x: number): number {
    const ends = this.#ends;
    let from = 0;
    let to = ends.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((ends[middle] ?? 0) < x) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #append(x0: number, x1: number): void {
    if (this.#ends.length === 0) {
      // Most rows cover one extent, and an array that is pushed to reserves room for many.
      this.#starts = [x0];
      this.#ends = [x1];
    } else {
      this.#starts.push(x0);
      this.#ends.push(x1);
    }
  }
}
