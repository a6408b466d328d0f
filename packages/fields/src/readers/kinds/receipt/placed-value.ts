import { citationOf, type Segment, wordConfidence } from "../../../text/segment.ts";
import type { Proposal } from "../../reader.ts";

/** Confidence of values that two places of a receipt agree on; all are right in the develop part. */
export const AGREED = 0.95;

/** A value with its place and how sure it is, if its letters were recognised. */
export interface Placed {
  readonly value: string | number;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  readonly certainty: number;
}

export function placed(path: string, { value, segment, start, end, certainty }: Placed): Proposal {
  const confidence = certainty * (0.6 + 0.4 * wordConfidence(segment));
  const citations = [citationOf(segment, start, end)];
  return { path, value, raw: segment.text.slice(start, end), citations, confidence, reader: "kind" };
}
