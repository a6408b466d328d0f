import type { DocumentContext } from "../../document/document-context.ts";
import type { Segment, SegmentLine } from "../../text/segment.ts";
import { tokensOf } from "../../text/tokens.ts";
import type { LabelIndex } from "./label-index.ts";

/** A label in a document. */
export interface LabelHit {
  readonly keys: readonly string[];
  readonly segment: Segment;
  /** Index of its line in the context's lines, and of its segment in the line. */
  readonly lineAt: number;
  readonly segmentAt: number;
  /** Index of the line that its words end in; the next one if they are wrapped. */
  readonly lastLineAt: number;
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
  const wrapped = new Map<Segment, LabelHit>();
  const lower = new Set<Segment>();
  for (const [lineAt, { segments }] of lines.entries()) {
    for (const [segmentAt, segment] of segments.entries()) {
      if (lower.has(segment)) continue;
      const place = { index, isRecognised, lineAt, segmentAt };
      const hit = wrappedHit(segment, lines[lineAt + 1], place);
      if (hit === undefined) continue;
      wrapped.set(segment, hit.hit);
      lower.add(hit.lower);
    }
  }
  return lines.flatMap(({ segments }, lineAt) =>
    segments.flatMap((segment, segmentAt) => {
      if (lower.has(segment)) return [];
      const hit = wrapped.get(segment);
      return hit === undefined ? hitsIn(segment, { index, isRecognised, lineAt, segmentAt }) : [hit];
    }),
  );
}

interface Place {
  readonly index: LabelIndex;
  readonly isRecognised: boolean;
  readonly lineAt: number;
  readonly segmentAt: number;
}

interface WrappedHit {
  readonly hit: LabelHit;
  readonly lower: Segment;
}

/** A label whose last words stand in the next line of its cell; what is right of these is no value of theirs. */
function wrappedHit(
  segment: Segment,
  next: SegmentLine | undefined,
  { index, isRecognised, lineAt, segmentAt }: Place,
): WrappedHit | undefined {
  const lower = next?.page === segment.page ? wrappedPart(segment, next) : undefined;
  if (next === undefined || lower === undefined) return undefined;
  const tokens = tokensOf(`${segment.text} ${lower.text}`);
  const found = index.longestAt(tokens, 0, isRecognised);
  if (found?.next !== tokens.length) return undefined;
  const { keys, length, isExact } = found;
  const words = { segment, lineAt, segmentAt, lastLineAt: lineAt + 1, start: 0, end: segment.text.length };
  return { hit: { keys, ...words, isFirst: true, isMarked: true, length, isExact }, lower };
}

/** The part of a cell in the line below a segment, if neither it nor anything right of it has a number. */
function wrappedPart(segment: Segment, { segments }: SegmentLine): Segment | undefined {
  // Single characters above one another are a label from top to bottom.
  if (segment.text.length < 2 || /[\d:：]/u.test(segment.text)) return undefined;
  const { box } = segment;
  const at = segments.findIndex((other) => isUnder(other.box, box));
  const lower = segments[at];
  if (lower === undefined || tokensOf(lower.text).length === 0) return undefined;
  if (lower.box.y0 - box.y1 > WRAP_GAP * (box.y1 - box.y0)) return undefined;
  return segments.slice(at).some(({ text }) => /\d/u.test(text)) ? undefined : lower;
}

/** Gap between the lines of a cell in multiples of their height. */
const WRAP_GAP = 0.8;

/** Points between the edges of lines of one cell. */
const SAME_EDGE = 3;

function isUnder(box: Segment["box"], above: Segment["box"]): boolean {
  return [box.x0 - above.x0, box.x1 - above.x1, (box.x0 + box.x1 - above.x0 - above.x1) / 2].some(
    (distance) => Math.abs(distance) < SAME_EDGE,
  );
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
      const place = { segment, lineAt, segmentAt, lastLineAt: lineAt, start: first.start, end };
      hits.push({ keys, ...place, isFirst: at === 0, isMarked, length, isExact });
    }
    at = found.next - 1;
  }
  return hits;
}
