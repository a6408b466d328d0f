import type { Rect } from "@galley/core";

/** A word and its position, in any unit common to the compared words. */
export interface PlacedText {
  readonly text: string;
  readonly box: Rect;
}

/** Counts that are summed over pages. */
export interface Score {
  /** Characters of the ground truth. */
  readonly characters: number;
  /** Edit distance from the found text to the true one. */
  readonly edits: number;
  /** Words of the ground truth, and how many of them were found exactly anywhere on the page. */
  readonly words: number;
  readonly wordsFound: number;
}

export const NO_SCORE: Score = { characters: 0, edits: 0, words: 0, wordsFound: 0 };

export function editsPer100({ edits, characters }: Score): number {
  return (100 * edits) / Math.max(1, characters);
}

export function addScores(one: Score, other: Score): Score {
  return {
    characters: one.characters + other.characters,
    edits: one.edits + other.edits,
    words: one.words + other.words,
    wordsFound: one.wordsFound + other.wordsFound,
  };
}

/** Words are at the same position if they share this much of the lower height and of the smaller width. */
const SHARED_HEIGHT = 0.4;
const SHARED_WIDTH = 0.3;

/**
 * Compares by position, so reading order does not matter: overlapping true and found words, directly or
 * transitively, form a group, whose words are joined from left to right and compared. Found words that
 * overlap no true one are insertions.
 */
export function scoreWords(truth: readonly PlacedText[], found: readonly PlacedText[]): Score {
  const [trueWords, foundWords] = [comparable(truth), comparable(found)];
  const edits = groupsOf(trueWords, foundWords).reduce(
    (sum, group) => sum + editDistance(joined(group.truth), joined(group.found)),
    0,
  );
  return {
    characters: trueWords.reduce((sum, { text }) => sum + text.length, 0),
    edits,
    words: trueWords.length,
    wordsFound: wordsInCommon(trueWords, foundWords),
  };
}

/** Variants of quotes, dashes and ligatures are equal; leaders, bullets and boxes are ignored. */
function comparable(words: readonly PlacedText[]): readonly PlacedText[] {
  return words.map(({ text, box }) => ({ box, text: normalized(text) })).filter(({ text }) => text !== "");
}

export function normalized(text: string): string {
  const same = text
    .normalize("NFKC")
    .replaceAll(/[‘’‚‛`´]/gu, "'")
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[‐-―−\u00ad]/gu, "-")
    .replaceAll(/[•●▪·‣■□☐☑☒]|\[[ X]?\]|[._]{3,}|_{2,}|-{3,}/gu, "");
  return /^[.,…_|~-]*$/u.test(same) ? "" : same;
}

interface Group {
  readonly truth: PlacedText[];
  readonly found: PlacedText[];
}

function groupsOf(truth: readonly PlacedText[], found: readonly PlacedText[]): readonly Group[] {
  const groups = new Set<Group>(truth.map((word) => ({ truth: [word], found: [] })));
  for (const word of found) {
    const touched = [...groups].filter((group) =>
      group.truth.some((other) => samePlace(word.box, other.box)),
    );
    for (const group of touched) groups.delete(group);
    groups.add({
      truth: touched.flatMap((group) => group.truth),
      found: [...touched.flatMap((group) => group.found), word],
    });
  }
  return [...groups];
}

function samePlace(one: Rect, other: Rect): boolean {
  const down = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  const across = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  return (
    down > SHARED_HEIGHT * Math.min(one.y1 - one.y0, other.y1 - other.y0) &&
    across > SHARED_WIDTH * Math.min(one.x1 - one.x0, other.x1 - other.x0)
  );
}

function joined(words: readonly PlacedText[]): string {
  return words
    .toSorted((one, other) => one.box.x0 - other.box.x0)
    .map(({ text }) => text)
    .join("");
}

function wordsInCommon(truth: readonly PlacedText[], found: readonly PlacedText[]): number {
  return sharedCount(
    truth.map(({ text }) => text),
    found.map(({ text }) => text),
  );
}

/** How many of the texts found are among the true ones, each true one counted once. */
export function sharedCount(truth: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const text of truth) left.set(text, (left.get(text) ?? 0) + 1);
  let common = 0;
  for (const text of found) {
    const count = left.get(text) ?? 0;
    if (count > 0) common++;
    left.set(text, count - 1);
  }
  return common;
}

/** Levenshtein's distance. */
export function editDistance(one: string, other: string): number {
  if (one === other) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
