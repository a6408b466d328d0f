import type { BlankFinder } from "./letter-spacing.ts";
import { type ReadingGlyphs, TRAIT } from "../glyphs/reading-glyphs.ts";

/** A wider gap is a space even if the document contains none, in points. */
const WIDE_GAP = 3;

/** Finds spaces without word detection: those in the document, and wide gaps. */
export function writtenBlanks(glyphs: ReadingGlyphs): BlankFinder {
  return (stretch) => {
    const blanks = new Uint8Array(stretch.length);
    for (let k = 1; k < stretch.length; k++) {
      const before = stretch[k - 1] ?? 0;
      const own = stretch[k] ?? 0;
      const gap = glyphs.left(own) - glyphs.right(before);
      if (gap > WIDE_GAP || glyphs.has(own, TRAIT.AFTER_BLANK)) blanks[k] = 1;
    }
    return blanks;
  };
}
