import type { DocumentContext } from "../../document/document-context.ts";
import type { FieldProperty } from "../../schema/fields-schema.ts";
import type { Segment, SegmentLine } from "../../text/segment.ts";
import { wordConfidence } from "../../text/segment.ts";
import { type FoundValue, valueIn } from "../../values/read-value.ts";
import { isSumRow } from "../sum-row.ts";
import type { LabelHit } from "../label-index/label-hits.ts";

/** A value beside a label. */
export interface LabelledValue {
  readonly hit: LabelHit;
  readonly found: FoundValue;
  /** The segment that has the value; the offsets of `found` are in its text. */
  readonly segment: Segment;
  /** 0 to 1. */
  readonly confidence: number;
}

/** How often a value at a place beside a label is the label's; measured on the invoices of the develop part. */
const PLACES = { same: 0.95, right: 0.94, below: 0.86, dateBelow: 0.92 } as const;

/** Distance of a value below its label in multiples of the label's height. */
const BELOW = 3.2;

/** Distance of wrapped lines of one head in the same unit. */
const WRAPPED = 1.2;

/** The hits by line, so that a value ends where the next label begins. */
export type HitsByLine = ReadonlyMap<number, readonly LabelHit[]>;

export function hitsByLine(hits: readonly LabelHit[]): HitsByLine {
  return Map.groupBy(hits, ({ lineAt }) => lineAt);
}

interface Search {
  readonly context: DocumentContext;
  readonly hits: HitsByLine;
}

/** The value of a property beside one of its labels: in the same segment, right of it, or below. */
export function valueBeside(
  hit: LabelHit,
  property: FieldProperty,
  search: Search,
): LabelledValue | undefined {
  if (isLoose(property) && !(hit.isMarked && hit.isFirst)) return undefined;
  const isNumber = property.type === "number";
  const [same, right] = [inSameSegment(hit, property, search), rightOf(hit, property, search)];
  // "VAT 9 % of 64.00" is followed by the amount.
  const beside = isNumber ? (right ?? same) : (same ?? right);
  if (beside !== undefined) return beside;
  const under = isNumber ? totalBelow(hit, property, search) : below(hit, property, search)?.value;
  return under ?? wrappedValue(hit, property, search);
}

/** A value that begins the next line of a paragraph, because the line with its label was full. */
function wrappedValue(
  hit: LabelHit,
  property: FieldProperty,
  { context }: Search,
): LabelledValue | undefined {
  const [line, next] = [context.lines[hit.lineAt], context.lines[hit.lineAt + 1]];
  const segment = next?.segments[0];
  if (line === undefined || next?.page !== line.page || segment === undefined || isLoose(property))
    return undefined;
  const isFull =
    hit.segmentAt === line.segments.length - 1 && /^\s*[:：]$/u.test(hit.segment.text.slice(hit.end));
  const isNext =
    Math.abs(segment.box.x0 - line.whole.box.x0) < 3 &&
    segment.box.y0 - line.whole.box.y1 < line.whole.box.y1 - line.whole.box.y0;
  const found = isFull && isNext ? valueIn(property, segment.text, context) : undefined;
  return found && found.start === 0 ? labelled({ hit, found, segment, place: PLACES.below }) : undefined;
}

/** Any text is a value of it, so its label has to be marked as one. */
function isLoose({ type, format, enum: choices }: FieldProperty): boolean {
  return (
    type === "string" &&
    choices === undefined &&
    (format === undefined || format === "name" || format === "address")
  );
}

function inSameSegment(
  hit: LabelHit,
  property: FieldProperty,
  { context, hits }: Search,
): LabelledValue | undefined {
  if (isLoose(property) && !/^[\s.)]*[:：]/u.test(hit.segment.text.slice(hit.end))) return undefined;
  const next = hits
    .get(hit.lineAt)
    ?.find((other) => other.segmentAt === hit.segmentAt && other.start >= hit.end && !sharesKey(other, hit));
  const found = valueIn(property, hit.segment.text.slice(hit.end, next?.start), context);
  if (found === undefined) return undefined;
  return labelled({ hit, found: moved(found, hit.end), segment: hit.segment, place: PLACES.same });
}

function rightOf(
  hit: LabelHit,
  property: FieldProperty,
  { context, hits }: Search,
): LabelledValue | undefined {
  const segments = context.lines[hit.lineAt]?.segments.slice(hit.segmentAt + 1) ?? [];
  const others = hits.get(hit.lineAt) ?? [];
  let value: LabelledValue | undefined;
  for (const [index, segment] of segments.entries()) {
    const isLabel = others.some(
      ({ segmentAt, isFirst }) => segmentAt === hit.segmentAt + 1 + index && isFirst,
    );
    const found = isLabel ? undefined : valueIn(property, segment.text, context);
    if (found !== undefined) value = labelled({ hit, found, segment, place: PLACES.right });
    // Amounts stand at the end of the line, after rates and bases; anything else follows at once.
    if (isLabel || property.type !== "number") break;
  }
  return value;
}

/** A value below its label, with the index of its line. */
interface ValueBelow {
  readonly value: LabelledValue;
  readonly lineAt: number;
}

function below(hit: LabelHit, property: FieldProperty, { context, hits }: Search): ValueBelow | undefined {
  const { box, page } = hit.segment;
  const height = box.y1 - box.y0;
  let bottom =
    hit.lastLineAt === hit.lineAt ? box.y1 : (context.lines[hit.lastLineAt]?.whole.box.y1 ?? box.y1);
  for (let at = hit.lastLineAt + 1; at < context.lines.length; at++) {
    const line = context.lines[at];
    if (line === undefined || line.page !== page || line.whole.box.y0 - bottom > BELOW * height)
      return undefined;
    const segment = segmentBelow(line, hit, context);
    if (segment === undefined) {
      // Other labels of the same head may have more lines.
      if (line.whole.box.y0 - bottom < WRAPPED * height) bottom = line.whole.box.y1;
      continue;
    }
    const isLabel =
      hits.get(at)?.some((other) => other.segment === segment && other.isFirst && other.isMarked) === true;
    const found = isLabel ? undefined : valueIn(property, segment.text, context);
    const place = property.format === "date" ? PLACES.dateBelow : PLACES.below;
    return found && { value: labelled({ hit, found, segment, place }), lineAt: at };
  }
  return undefined;
}

/**
 * The number below a label. The head of a column with several numbers names each of them; its total is the one in the
 * last row, if that says so.
 */
function totalBelow(hit: LabelHit, property: FieldProperty, search: Search): LabelledValue | undefined {
  const first = below(hit, property, search);
  if (first === undefined) return undefined;
  const { value, lineAt } = first;
  let last: LabelledValue | undefined;
  for (const line of search.context.lines.slice(lineAt + 1, lineAt + 1 + MAX_ROWS)) {
    const segment = segmentBelow(line, hit, search.context);
    if (line.page !== value.segment.page) break;
    if (segment === undefined) continue;
    const found = valueIn(property, segment.text, search.context);
    if (found === undefined || !isInColumn(segment, value.segment)) break;
    last = labelled({ hit, found, segment, place: PLACES.below });
    if (isSumRow(line)) return last;
  }
  return last === undefined ? value : undefined;
}

/** The numbers below a label that is the head of a column without a row of totals; none unless there are several. */
export function columnBelow(
  hit: LabelHit,
  property: FieldProperty,
  context: DocumentContext,
): readonly LabelledValue[] {
  const isHead = hit.isMarked && context.lines[hit.lineAt]?.segments.length !== 1;
  const first = isHead ? below(hit, property, { context, hits: new Map() }) : undefined;
  if (first === undefined) return [];
  const values = [first.value];
  for (const line of context.lines.slice(first.lineAt + 1, first.lineAt + 1 + MAX_ROWS)) {
    const segment = segmentBelow(line, hit, context);
    const found = segment && valueIn(property, segment.text, context);
    if (line.page !== hit.segment.page || segment === undefined || found === undefined) break;
    if (isApart(segment, values.at(-1)?.segment) || !isInColumn(segment, first.value.segment)) break;
    if (isSumRow(line)) return [];
    values.push(labelled({ hit, found, segment, place: PLACES.below }));
  }
  return values.length > 1 ? values : [];
}

/** True if another table begins between two numbers. */
function isApart({ box }: Segment, above: Segment | undefined): boolean {
  return above !== undefined && box.y0 - above.box.y1 > COLUMN_GAP * (box.y1 - box.y0);
}

/** Between the rows of one table, in multiples of the height of a number. */
const COLUMN_GAP = 1.6;

/** Chosen so that the columns of a page are read to their ends. */
const MAX_ROWS = 80;

/** Numbers of a column share their right edge, or their left one. */
function isInColumn({ box }: Segment, { box: other }: Segment): boolean {
  return Math.abs(box.x1 - other.x1) < COLUMN_EDGE || Math.abs(box.x0 - other.x0) < COLUMN_EDGE;
}

/** Points; a currency sign or a minus behind a number moves its edge. */
const COLUMN_EDGE = 12;

/**
 * The segment of a line that stands under the label: its left or right edge, or most of it; else the one between the
 * left edges of this label and of what is right of it, as in cells whose labels stand left and whose values right.
 */
function segmentBelow(
  { segments }: SegmentLine,
  { segment: { box }, lineAt, segmentAt }: LabelHit,
  { lines }: DocumentContext,
): Segment | undefined {
  const shared = (other: Segment): number => Math.min(box.x1, other.box.x1) - Math.max(box.x0, other.box.x0);
  const [under] = segments
    .filter((other) => shared(other) > 0 && other.box.y0 >= box.y0)
    .toSorted((a, b) => shared(b) - shared(a));
  if (under !== undefined) return under;
  const head = lines[lineAt]?.segments ?? [];
  const next = head[segmentAt + 1]?.box.x0 ?? Number.POSITIVE_INFINITY;
  const isHead = head.length > 1;
  return segments.find((other) => isHead && other.box.x0 >= box.x0 && other.box.x1 <= next);
}

function sharesKey(one: LabelHit, other: LabelHit): boolean {
  return one.keys.some((key) => other.keys.includes(key));
}

function moved(found: FoundValue, by: number): FoundValue {
  return { ...found, start: found.start + by, end: found.end + by };
}

interface Placed extends Omit<LabelledValue, "confidence"> {
  readonly place: number;
}

/** A label of eight characters says which field it is; shorter ones are often parts of other texts, unless a colon or the like marks them. */
const CLEAR_LENGTH = 8;
const UNCLEAR = { marked: 0.95, other: 0.85 } as const;

function labelled({ hit, found, segment, place }: Placed): LabelledValue {
  const least = hit.isMarked && hit.isFirst ? UNCLEAR.marked : UNCLEAR.other;
  const clear = least + (1 - least) * Math.min(1, hit.length / CLEAR_LENGTH);
  const position = hit.isFirst ? 1 : 0.93;
  const spelling = hit.isExact ? 1 : 0.95;
  const recognised = 0.5 + wordConfidence(segment) / 2;
  return {
    hit,
    found,
    segment,
    confidence: place * clear * position * spelling * found.certainty * recognised,
  };
}
