/** Numbers and choices that a seed determines (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.int(0, values.length - 1)] ?? values[0];
  }

  /** `count` of the values, in their order. */
  some<T>(values: readonly T[], count: number): readonly T[] {
    const ranks = values.map(() => this.next());
    const most = ranks.toSorted((a, b) => a - b)[count - 1] ?? 1;
    return values.filter((_, index) => (ranks[index] ?? 1) <= most);
  }
}
