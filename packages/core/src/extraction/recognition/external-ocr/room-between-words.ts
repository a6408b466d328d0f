import type { PlacedWord } from "../words/placed-word.ts";

/** Room that the layout takes for a blank, in font sizes, whether or not it knows that the words are of one line. */
const ROOM = 0.16;

/** A word keeps at least this share of its width. */
const LEAST_WIDTH = 0.2;

/** Steeper words, in degrees, are left alone. */
const LEVEL = 10;

/**
 * Narrows words whose neighbour follows at once, so that words which an OCR service parts stay parted in the layout:
 * their places come from other words, or from a model that does not measure gaps.
 */
export function withRoomBetween(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const level = words.filter(({ angle }) => Math.abs(angle) < LEVEL);
  const sorted = level.toSorted((one, other) => one.x - other.x);
  const narrowed = new Map<PlacedWord, PlacedWord>();
  for (const [index, word] of sorted.entries()) {
    const end = word.x + word.advance + ROOM * word.size;
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (!other || other.x >= end) break;
      if (!isBeside(word, other)) continue;
      const advance = Math.max(LEAST_WIDTH * word.advance, other.x - ROOM * word.size - word.x);
      if (advance < word.advance) narrowed.set(word, { ...word, advance });
      break;
    }
  }
  return words.map((word) => narrowed.get(word) ?? word);
}

/** Whether the middle of each word is at the height of the other. */
function isBeside({ box: one }: PlacedWord, { box: other }: PlacedWord): boolean {
  const [middle, otherMiddle] = [(one.y0 + one.y1) / 2, (other.y0 + other.y1) / 2];
  return middle > other.y0 && middle < other.y1 && otherMiddle > one.y0 && otherMiddle < one.y1;
}
