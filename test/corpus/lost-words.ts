/** Words of a page on which other readers agree, and those that a text no longer has in one piece. */
export interface WordLoss {
  readonly agreed: number;
  readonly lost: readonly string[];
}

/** Left-to-right letters: readers do not agree on the order of joined letters of other scripts. */
const WORD = /[\p{L}--[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Syriac}]]{3,}/gv;

/**
 * The words of at least three letters that every one of `readings` of a page has, and those of them that
 * `text` has less often. A word counts if its letters are adjacent, also within a longer word; accents are
 * ignored. Interleaved letters of two words count as lost, although no character is missing.
 */
export function lostWords(text: string, readings: readonly [string, ...string[]]): WordLoss {
  const own = folded(text);
  const [first, ...others] = readings.map(folded);
  const lost: string[] = [];
  let agreed = 0;
  for (const [word, count] of wordCounts(first ?? "")) {
    const expected = others.reduce((least, other) => Math.min(least, occurrences(other, word, least)), count);
    agreed += expected;
    const missing = expected - occurrences(own, word, expected);
    for (let times = 0; times < missing; times++) lost.push(word);
  }
  return { agreed, lost };
}

/** Presentation forms as base letters, without accents. */
function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "");
}

function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How often `word` occurs in `text`, counted up to `most`. */
function occurrences(text: string, word: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < most; at = text.indexOf(word, at + word.length)) {
    count++;
  }
  return count;
}
