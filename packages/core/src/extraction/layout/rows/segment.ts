/** Glyphs of one row that stand together, with the blanks between their words: what a column is made of. */
export interface Segment {
  readonly text: string;
  /** Cells of the text on the grid. */
  readonly cells: number;
  readonly x0: number;
  readonly x1: number;
  /** Baseline. */
  readonly y: number;
  /** The font size that most of its width has. */
  readonly size: number;
  /** Something drawn parts it from the text before it on its baseline. */
  readonly isSeparated: boolean;
  /** A leader leads to it: it is the page number or the amount of a list, whose ends stand below one another. */
  readonly followsLeader?: boolean;
  /** It holds the value or the mark of a field. */
  readonly isFilled?: boolean;
  /** Which baseline it was cut from; segments of one baseline stay on one row. */
  readonly baseline: number;
  /** Its baseline was drawn over or under others, and has to find a row that has room for all of it. */
  readonly isOverlay?: boolean;
  /** `SEGMENT_WORD` numbers for each word, by offset in the text. */
  readonly words: readonly number[];
}

/** A word of a segment: offsets into its text (end exclusive) and the box of its ink in the frame; confidence. */
export const SEGMENT_WORD = ["start", "end", "x0", "y0", "x1", "y1", "confidence"] as const;
