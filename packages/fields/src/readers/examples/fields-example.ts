import type { FieldValue } from "@galley/core/domain";
import type { Look } from "./look.ts";

/** Changes with the shape of `FieldsExample`. */
export const EXAMPLE_VERSION = 1;

/** A confirmed document as others learn from it: plain data, which is as secret as the document. */
export interface FieldsExample {
  /** Examples of other versions are not understood. */
  readonly version: typeof EXAMPLE_VERSION;
  readonly look: Look;
  readonly values: readonly TaughtValue[];
  /** The paths that the document has no value of; those apart whose value a person has removed. */
  readonly absent: readonly string[];
  readonly removed: readonly string[];
  readonly heads: readonly TaughtHead[];
}

/** A value and what stands around it. */
export interface TaughtValue {
  readonly path: string;
  readonly value: FieldValue;
  /** Whether a person had to correct what was read. */
  readonly isCorrected: boolean;
  /** The value as it is printed. */
  readonly text: string;
  /** Counted from the first page, from 0. */
  readonly page: number;
  /** Counted from the last page, from 0. */
  readonly pageFromEnd: number;
  /** Left, top, right and bottom edge in points. */
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
  /** What stands before and after it in its segment. */
  readonly before: string;
  readonly after: string;
  /** The segment left of its own; "" if it is the first of the line. */
  readonly left: string;
  /** The nearest segment above it with words, and how many points it is above; "" without one. */
  readonly above: string;
  readonly drop: number;
}

/** The head of a column of a table that has a property of an array. */
export interface TaughtHead {
  /** The array and the property of its rows, such as `lines` and `amount`. */
  readonly array: string;
  readonly property: string;
  readonly text: string;
}
