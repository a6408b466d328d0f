import type { Rect } from "../../extraction/geometry/rect.ts";

/** A value of data that follows a schema. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

/** Where a value stands on a page. */
export interface Citation {
  /** Counted from 1. */
  readonly page: number;
  /** One box for each line of words, in points from the upper left corner of the upright page. */
  readonly boxes: readonly Rect[];
  /** First and last line of the page's text, counted from 0. */
  readonly lines: readonly [first: number, last: number];
  /** The text as it is printed. */
  readonly text: string;
}

/** What proposed a value. */
export type ReaderName = "e-invoice" | "form" | "label" | "table" | "kind" | "example" | "model" | "person";

/** A rule over fields that does not hold. */
export interface FailedCheck {
  /** Such as `sum-of-lines`, `sum-of-totals`, `check-digits`, `type`, `required`, `printed-differs`. */
  readonly check: string;
  readonly message: string;
}

/** What is known of one value of the data. */
export interface FieldRecord {
  /** Empty if the value has no place on a page. */
  readonly citations: readonly Citation[];
  /** 0 to 1: how likely the value, or its absence, is right. */
  readonly confidence: number;
  /** Absent if no reader proposed a value. */
  readonly reader?: ReaderName;
  /** The value before it was converted to the type of its property; absent without a value. */
  readonly raw?: string;
  readonly checks: readonly FailedCheck[];
  /** True if a value has no place on a page. */
  readonly ungrounded?: true;
  /** True if a person confirmed or corrected the value. */
  readonly confirmed?: true;
}

/** The data of a document, and what is known of each value by its path, such as `lines[2].amount`. */
export interface FieldsResult {
  /** Follows the schema and nothing else. A property that the document does not have is null. */
  readonly data: { readonly [name: string]: FieldValue };
  readonly fields: { readonly [path: string]: FieldRecord };
  /** The paths that a person should look at. */
  readonly review: readonly string[];
  /** Notes for the user, such as two invoices in one file. */
  readonly notes: readonly string[];
}
