import type { DocumentContext } from "../../document/document-context.ts";
import type { Segment } from "../../text/segment.ts";
import { tokensOf } from "../../text/tokens.ts";
import type { LabelIndex } from "./label-index.ts";

/** A label in a document. */
export interface LabelHit {
  readonly keys: readonly string[];
  readonly segment: Segment;
  /** Index of its line in the context's lines, and of its segment in the line. */
  readonly lineAt: number;
  readonly segmentAt: number;
  /** Offsets into the segment's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** True if only signs stand before it in its segment. */
  readonly isFirst: boolean;
  /** True if it is its whole segment, or a colon or the like follows. */
  readonly isMarked: boolean;
  /** Characters, which is how much it says. */
  readonly length: number;
  readonly isExact: boolean;
}

/** Words in brackets behind a label belong to it, such as "Buyer (Bill to)". */
const REMARK = /^\s?[(（][\p{L}\s./-]{1,30}[)）]/u;

/** Labels of up to this length are also parts of other texts, so they count only if they are marked as labels. */
const SHORT = 5;

/** All labels of a document, in the order of its text. */
export function labelHits({ lines, isRecognised }: DocumentContext, index: LabelIndex): readonly LabelHit[] {
  return lines.flatMap(({ segments }, lineAt) =>
    segments.flatMap((segment, segmentAt) => hitsIn(segment, { index, isRecognised, lineAt, segmentAt })),
  );
}

interface Place {
  readonly index: LabelIndex;
  readonly isRecognised: boolean;
  readonly lineAt: number;
  readonly segmentAt: number;
}

function hitsIn(segment: Segment, { index, isRecognised, lineAt, segmentAt }: Place): readonly LabelHit[] {
  const tokens = tokensOf(segment.text);
  const hits: LabelHit[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = index.longestAt(tokens, at, isRecognised);
    const [first, last] = [tokens[at], tokens[(found?.next ?? 0) - 1]];
    if (found === undefined || first === undefined || last === undefined) continue;
    const remark = REMARK.exec(segment.text.slice(last.end))?.[0] ?? "";
    const end = last.end + remark.length;
    const isMarked = /^[)\]]?\.?\s?(?:[:：;#=/]|$)/u.test(segment.text.slice(end));
    const isAddress = segment.text[end] === "@" || segment.text[first.start - 1] === "@";
    if (!isAddress && (found.length > SHORT || isMarked || at === 0)) {
      const { keys, length, isExact } = found;
      const place = { segment, lineAt, segmentAt, start: first.start, end };
      hits.push({ keys, ...place, isFirst: at === 0, isMarked, length, isExact });
    }
    at = found.next - 1;
  }
  return hits;
}
