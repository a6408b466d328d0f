/** A sign as certain as this is right. */
const CERTAIN = 0.85;

/** With a smaller share of certain signs, a word is as doubtful as its worst sign. */
const MOST_SIGNS = 0.7;

/** A word with a doubtful sign is right about every second time. */
const WITH_DOUBT = 0.6;

/**
 * How certain a word is, 0 to 1. The recogniser gives a word the confidence of its worst sign, so that one apostrophe
 * makes a word of nine certain letters worth nothing.
 */
export function confidenceBySigns(ofWord: number, signs: readonly number[]): number {
  const share = signs.filter((sign) => sign >= CERTAIN).length / Math.max(1, signs.length);
  return share < MOST_SIGNS ? ofWord : Math.max(ofWord, WITH_DOUBT * share);
}
