/** Numbers from 0 up to 1 that come out the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from the bell curve around 0 with a standard deviation of 1. */
export function normalFrom(random: () => number): number {
  const distance = Math.sqrt(-2 * Math.log(1 - random()));
  return distance * Math.cos(2 * Math.PI * random());
}
