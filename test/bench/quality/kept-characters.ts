/** How many characters there are to keep, and how many of them were kept. */
export interface KeptCharacters {
  readonly kept: number;
  readonly all: number;
}

/**
 * Counts the characters of a page that `text` keeps, against what other readers found there: of each character as many
 * as that of `others` which found most. Blanks, controls and forms of presentation do not count; where characters stand
 * does not matter.
 */
export function keptCharacters(text: string, others: readonly string[]): KeptCharacters {
  const own = characterCounts(text);
  const union = new Map<string, number>();
  for (const other of others) {
    for (const [character, count] of characterCounts(other)) {
      union.set(character, Math.max(count, union.get(character) ?? 0));
    }
  }
  let kept = 0;
  let all = 0;
  for (const [character, count] of union) {
    kept += Math.min(count, own.get(character) ?? 0);
    all += count;
  }
  return { kept, all };
}

function characterCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.normalize("NFKC").replaceAll(/[\s\p{C}]/gu, "")) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}
