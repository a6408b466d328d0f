import { SEGMENT_WORD } from "../../layout/rows/segment.ts";

/** Numbers of a word in `Segment.words`. */
export const WORD = SEGMENT_WORD.length;

/** The index of the word whose box contains a position in the frame, or of the nearest one. */
export function wordAt(words: readonly number[], x: number): number {
  let nearest = 0;
  let least = Infinity;
  for (let at = 0; at < words.length; at += WORD) {
    const away = Math.max((words[at + 2] ?? 0) - x, x - (words[at + 4] ?? 0), 0);
    if (away >= least) continue;
    least = away;
    nearest = at / WORD;
    if (away === 0) break;
  }
  return nearest;
}
