/** What the layout needs of an extraction's options; its defaults and meaning are those of the extract options. */
export interface LayoutOptions {
  readonly mode: "native_text" | "low_cost" | "high_quality" | "form" | "table";
  readonly outputMode: "layout_preserving" | "text";
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
