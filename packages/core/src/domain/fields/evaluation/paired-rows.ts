/** The indexes of a row that is true and of the one that was read for it; undefined if there is none. */
export type RowPair = readonly [truth: number | undefined, read: number | undefined];

type Likeness = (truth: number, read: number) => number;

/** Above this product of the numbers of rows, they are compared one by one, as they stand. */
const MAX_COMPARED = 250_000;

/**
 * Pairs rows in their order with the highest sum of likeness (Needleman and Wunsch, 1970), so that one row too few or too
 * many does not make all that follow wrong.
 */
export function pairedRows(
  counts: readonly [truth: number, read: number],
  like: Likeness,
): readonly RowPair[] {
  const [truths, reads] = counts;
  if (truths * reads > MAX_COMPARED) return asTheyStand(truths, reads);
  const sums = likenessSums(counts, like);
  const pairs: RowPair[] = [];
  let [truth, read] = [0, 0];
  while (truth < truths && read < reads) {
    const sum = sums(truth, read);
    if (sum === like(truth, read) + sums(truth + 1, read + 1)) pairs.push([truth++, read++]);
    else if (sum === sums(truth + 1, read)) pairs.push([truth++, undefined]);
    else pairs.push([undefined, read++]);
  }
  while (truth < truths) pairs.push([truth++, undefined]);
  while (read < reads) pairs.push([undefined, read++]);
  return pairs;
}

/** The highest sum of the pairs from two rows on; 0 behind the last one. */
function likenessSums([truths, reads]: readonly [number, number], like: Likeness): Likeness {
  const width = reads + 1;
  const all = new Float64Array((truths + 1) * width);
  const at: Likeness = (truth, read) => all[truth * width + read] ?? 0;
  for (let truth = truths - 1; truth >= 0; truth--) {
    for (let read = reads - 1; read >= 0; read--) {
      const paired = like(truth, read) + at(truth + 1, read + 1);
      all[truth * width + read] = Math.max(paired, at(truth + 1, read), at(truth, read + 1));
    }
  }
  return at;
}

function asTheyStand(truths: number, reads: number): readonly RowPair[] {
  return Array.from({ length: Math.max(truths, reads) }, (_, at) => [
    at < truths ? at : undefined,
    at < reads ? at : undefined,
  ]);
}
