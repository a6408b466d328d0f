/** Characters with at least this confidence count as certain. */
const CERTAIN = 0.85;

/** With a smaller share of certain characters, a word keeps the confidence of its worst character. */
const MOST_SIGNS = 0.7;

/** Maximum confidence of a word with a doubtful character: such words are correct about half the time. */
const WITH_DOUBT = 0.6;

/**
 * Returns the confidence of a word, 0 to 1. The recogniser uses the confidence of the worst character, so a single
 * apostrophe can reduce a word of nine certain letters to 0.
 */
export function confidenceBySigns(ofWord: number, signs: readonly number[]): number {
  const share = signs.filter((sign) => sign >= CERTAIN).length / Math.max(1, signs.length);
  return share < MOST_SIGNS ? ofWord : Math.max(ofWord, WITH_DOUBT * share);
}
