/** More cells take too long; such a gap between anchors stays unmatched. */
const MOST_CELLS = 4_000_000;

/** Shorter words are too common to be anchors. */
const SHORTEST_ANCHOR = 3;

/** Scores of an alignment. */
const SAME = 2;
const OTHER = -1;
const SKIPPED = -1;

/** Steps of the way through the table. */
const STEP = { BOTH: 0, FIRST: 1, SECOND: 2 } as const;

/** Words in order, reduced to what is compared. */
export type Keys = readonly string[];

/** For each word, the word and character of the other text that each of its characters equals; -1 for none. */
export interface CharacterMatches {
  /** Flat over all characters of all words: index of the other word, or -1. */
  readonly word: Int32Array;
  /** Character in that word. */
  readonly at: Int32Array;
  /** First character of each word in these arrays. */
  readonly starts: readonly number[];
}

/** Reduces a word to the letters and digits that are compared. */
export function keyOf(word: string): string {
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Aligns two texts with errors, character by character in order: words that occur once in both are anchors, and the
 * gaps between them are aligned as sequences. Words may be joined or split differently.
 */
export function matchCharacters(given: Keys, known: Keys): CharacterMatches {
  const starts = startsOf(given);
  const count = given.reduce((sum, key) => sum + key.length, 0);
  const matches = { word: new Int32Array(count).fill(-1), at: new Int32Array(count), starts };
  let [g, k] = [0, 0];
  for (const anchor of [...anchorsOf(given, known), { given: given.length, known: known.length }]) {
    alignGap({ given, known, matches }, [g, anchor.given], [k, anchor.known]);
    const start = starts[anchor.given];
    if (start !== undefined) {
      for (let i = 0; i < (given[anchor.given] ?? "").length; i++) {
        matches.word[start + i] = anchor.known;
        matches.at[start + i] = i;
      }
    }
    [g, k] = [anchor.given + 1, anchor.known + 1];
  }
  return matches;
}

interface Pair {
  readonly given: number;
  readonly known: number;
}

/** Words that occur exactly once in both texts, in the longest order that they share. */
function anchorsOf(given: Keys, known: Keys): readonly Pair[] {
  const places = uniquePlaces(known);
  const pairs = [...uniquePlaces(given)].flatMap(([key, at]) => {
    const other = places.get(key);
    return other === undefined ? [] : [{ given: at, known: other }];
  });
  return longestRising(pairs.toSorted((one, other) => one.given - other.given));
}

function uniquePlaces(keys: Keys): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, key] of keys.entries()) {
    if (key.length < SHORTEST_ANCHOR) continue;
    if (places.has(key)) repeated.add(key);
    else places.set(key, at);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

/** The longest subsequence whose `known` rises, by patience sorting. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  const tops: number[] = [];
  const before = Array.from(pairs, () => -1);
  for (const [index, { known }] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.known ?? 0) < known) low = middle + 1;
      else high = middle;
    }
    before[index] = tops[low - 1] ?? -1;
    tops[low] = index;
  }
  const rising: Pair[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) rising.push(pair);
  }
  return rising.toReversed();
}

interface Alignment {
  readonly given: Keys;
  readonly known: Keys;
  readonly matches: CharacterMatches;
}

type Span = readonly [from: number, to: number];

/** Needleman-Wunsch over the characters of two spans of words. */
function alignGap({ given, known, matches }: Alignment, ofGiven: Span, ofKnown: Span): void {
  const one = given.slice(...ofGiven).join("");
  const knownWords = known.slice(...ofKnown);
  const other = knownWords.join("");
  const [n, m] = [one.length, other.length];
  if (n === 0 || m === 0 || (n + 1) * (m + 1) > MOST_CELLS) return;
  const steps = stepsThrough(one, other);
  const starts = startsOf(knownWords);
  const first = matches.starts[ofGiven[0]] ?? 0;
  let word = knownWords.length - 1;
  for (let i = n, j = m; i > 0 && j > 0;) {
    const step = steps[i * (m + 1) + j];
    if (step === STEP.BOTH) {
      i--;
      j--;
      while ((starts[word] ?? 0) > j) word--;
      if (one[i] !== other[j]) continue;
      matches.word[first + i] = ofKnown[0] + word;
      matches.at[first + i] = j - (starts[word] ?? 0);
    } else if (step === STEP.FIRST) i--;
    else j--;
  }
}

function stepsThrough(one: string, other: string): Uint8Array {
  const [n, m] = [one.length, other.length];
  const steps = new Uint8Array((n + 1) * (m + 1));
  let above = Int32Array.from({ length: m + 1 }, (_, j) => j * SKIPPED);
  let row = new Int32Array(m + 1);
  for (let i = 1; i <= n; i++) {
    row[0] = i * SKIPPED;
    for (let j = 1; j <= m; j++) {
      const both = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? SAME : OTHER);
      const first = (above[j] ?? 0) + SKIPPED;
      const second = (row[j - 1] ?? 0) + SKIPPED;
      const best = Math.max(both, first, second);
      row[j] = best;
      const step = best === both ? STEP.BOTH : best === first ? STEP.FIRST : STEP.SECOND;
      steps[i * (m + 1) + j] = step;
    }
    [above, row] = [row, above];
  }
  return steps;
}

function startsOf(keys: Keys): readonly number[] {
  let sum = 0;
  return keys.map((key) => {
    const start = sum;
    sum += key.length;
    return start;
  });
}
