/** Returns a deterministic generator of numbers from 0 (inclusive) to 1 (exclusive) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a normally distributed number with mean 0 and standard deviation 1 (Box-Muller). */
export function normalFrom(random: () => number): number {
  const distance = Math.sqrt(-2 * Math.log(1 - random()));
  return distance * Math.cos(2 * Math.PI * random());
}
