/** The extract options that the layout uses; see there for meaning and defaults. */
export interface LayoutOptions {
  readonly mode: "native_text" | "low_cost" | "high_quality" | "form" | "table";
  readonly outputMode: "layout_preserving" | "text";
  readonly textOrder: "reading_order" | "rows" | "unprocessed";
  /** How far text may be off its line, as a fraction of the mean character height. */
  readonly lineTolerance: number;
  readonly lineStrategy: "left-priority" | "mid-priority" | "right-priority";
  readonly horizontalStretchFactor: number;
  readonly markVerticalLines: boolean;
  readonly markHorizontalLines: boolean;
  readonly allowRotatedText: boolean;
  /** Degrees. */
  readonly watermarkAngleThreshold: number;
  readonly ignoreVerticalText: boolean;
  /** Degrees. */
  readonly derotateThreshold: number;
  /** Fraction of the page width. */
  readonly minTableWidth: number;
}

/** Whether the text is written in reading order. */
export function isInReadingOrder({
  outputMode,
  textOrder,
}: Pick<LayoutOptions, "outputMode" | "textOrder">): boolean {
  return outputMode === "text" && textOrder === "reading_order";
}

/** Whether only the spaces that the document contains are written, regardless of columns. */
export function keepsWrittenBlanks({
  mode,
  outputMode,
  textOrder,
}: Pick<LayoutOptions, "mode" | "outputMode" | "textOrder">): boolean {
  return mode === "native_text" && outputMode === "text" && textOrder === "unprocessed";
}
