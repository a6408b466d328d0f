/** What the layout needs of an extraction's options; its defaults and meaning are those of the extract options. */
export interface LayoutOptions {
  readonly mode: "native_text" | "low_cost" | "high_quality" | "form" | "table";
  readonly outputMode: "layout_preserving" | "text";
  readonly textOrder: "reading_order" | "rows" | "unprocessed";
  /** Fraction of the average character height by which text may leave its line. */
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
  /** Fraction of the page's width. */
  readonly minTableWidth: number;
}

/** Whether the text is put in the order in which it is read. */
export function isInReadingOrder({
  outputMode,
  textOrder,
}: Pick<LayoutOptions, "outputMode" | "textOrder">): boolean {
  return outputMode === "text" && textOrder === "reading_order";
}

/** Whether blanks are those that the document holds, wherever its words begin. */
export function keepsWrittenBlanks({
  mode,
  outputMode,
  textOrder,
}: Pick<LayoutOptions, "mode" | "outputMode" | "textOrder">): boolean {
  return mode === "native_text" && outputMode === "text" && textOrder === "unprocessed";
}
