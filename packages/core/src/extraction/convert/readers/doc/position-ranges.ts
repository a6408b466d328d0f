/** A range of positions, the end of which is not in it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the range that contains a position, among ranges in ascending order. */
export class PositionRanges<T extends Range> {
  readonly #ranges: readonly T[];
  /** Neighbouring positions are mostly in one range. */
  #last: T | undefined;

  constructor(ranges: readonly T[]) {
    this.#ranges = ranges;
  }

  at(position: number): T | undefined {
    if (!contains(this.#last, position)) this.#last = this.#found(position);
    return this.#last;
  }

  #found(position: number): T | undefined {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.start ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    const found = this.#ranges[low - 1];
    return contains(found, position) ? found : undefined;
  }
}

function contains(range: Range | undefined, position: number): boolean {
  return range !== undefined && range.start <= position && position < range.end;
}
