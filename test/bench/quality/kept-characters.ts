/** How many characters there are to keep, and how many of them were kept. */
export interface KeptCharacters {
  readonly kept: number;
  readonly all: number;
  /** The same for the characters on which all others agree. */
  readonly keptOfAgreed: number;
  readonly agreed: number;
}

/**
 * Counts the characters of a page that `text` keeps, relative to other readers: for each character, the
 * maximum count in `others`. Blanks, control characters and presentation forms are ignored; positions do not
 * matter.
 */
export function keptCharacters(text: string, others: readonly string[]): KeptCharacters {
  const own = characterCounts(text);
  const counts = others.map((other) => characterCounts(other));
  const sum = { kept: 0, all: 0, keptOfAgreed: 0, agreed: 0 };
  for (const character of new Set(counts.flatMap((other) => [...other.keys()]))) {
    const found = counts.map((other) => other.get(character) ?? 0);
    const most = Math.max(...found);
    const least = Math.min(...found);
    const kept = own.get(character) ?? 0;
    sum.all += most;
    sum.kept += Math.min(kept, most);
    sum.agreed += least;
    sum.keptOfAgreed += Math.min(kept, least);
  }
  return sum;
}

function characterCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.normalize("NFKC").replaceAll(/[\s\p{C}]/gu, "")) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}
