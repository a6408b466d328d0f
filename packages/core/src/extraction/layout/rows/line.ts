import type { Segment } from "./segment.ts";

/** One line of a page's text before it is written. */
export type Line = TextLine | BlankLine | RuleLine;

export interface TextLine {
  readonly kind: "text";
  readonly segments: readonly Segment[];
  /** The first column of each segment. */
  readonly columns: readonly number[];
}

export interface BlankLine {
  readonly kind: "blank";
}

/** A horizontal ruling line. */
export interface RuleLine {
  readonly kind: "rule";
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Its place in the frame. */
  readonly y: number;
  readonly thickness: number;
}

export const BLANK_LINE: BlankLine = { kind: "blank" };
