/**
 * The laid-out text of one page. Lines and words are flat numeric arrays, one row after the other, because they cross
 * threads and processes, where objects would cost more than the whole layout.
 *
 * All lengths are in points from the upper left corner of the upright page.
 */
export interface PageText {
  /** Lines joined with "\n", without leading or trailing line breaks, page separators or line numbers. */
  readonly text: string;
  /** `LINE_COLUMNS` numbers for each line of `text.split("\n")`; a blank line is all zeros. */
  readonly lines: Float32Array;
  /** `WORD_COLUMNS` numbers for each word, in the order of the text. */
  readonly words: Float64Array;
}

/** Columns of a line's row: horizontal extent, bottom of the ink, height of the box, mean confidence of its words. */
export const LINE_COLUMNS = ["x0", "x1", "bottom", "height", "confidence"] as const;

/** Columns of a word's row: offsets into `text` (end exclusive), box, confidence from 0 to 1 (1 for native text). */
export const WORD_COLUMNS = ["start", "end", "x0", "y0", "x1", "y1", "confidence"] as const;
