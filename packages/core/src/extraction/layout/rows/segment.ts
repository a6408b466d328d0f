/** Consecutive glyphs of one row, with spaces between words: the unit that is aligned in columns. */
export interface Segment {
  readonly text: string;
  /** Cells of the text on the grid. */
  readonly cells: number;
  readonly x0: number;
  readonly x1: number;
  /** Baseline. */
  readonly y: number;
  /** The font size of most of its width. */
  readonly size: number;
  /** A drawn line separates it from the previous text on its baseline. */
  readonly isSeparated: boolean;
  /** It ends a leader: the page number or amount of a list entry. Such ends are aligned in a column. */
  readonly followsLeader?: boolean;
  /** It contains the value or mark of a field. */
  readonly isFilled?: boolean;
  /** The index of its baseline; segments of one baseline stay in one row. */
  readonly baseline: number;
  /** Its baseline overlaps others and needs a row with room for all of it. */
  readonly isOverlay?: boolean;
  /** It is in the place of the cells that a ruled table has in its row. */
  readonly isTable?: true;
  /** It was cut from a longer segment, of which it keeps the glyphs. */
  readonly isPart?: boolean;
  /** Its glyphs in drawn order, as indices into the direction's `ReadingGlyphs`; absent if it was joined from several. */
  readonly glyphs?: Int32Array;
  /** `SEGMENT_WORD` numbers for each word, in order of offset. */
  readonly words: readonly number[];
}

/**
 * Fields of a word: offsets into the segment's text (end exclusive), the box of its ink in the frame, and confidence.
 */
export const SEGMENT_WORD = ["start", "end", "x0", "y0", "x1", "y1", "confidence"] as const;
