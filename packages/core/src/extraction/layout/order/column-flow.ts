import { median } from "../../geometry/median.ts";
import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";
import { beginsNote, NOTE_SIZE } from "./footnotes.ts";
import { beginsSmall, endsSentence } from "./sentences.ts";

/** Two columns of prose side by side. */
export interface Columns {
  readonly kind: "columns";
  readonly left: readonly Row[];
  readonly right: readonly Row[];
}

/** Largest difference between the edges of columns that continue, in multiples of the text size. */
const SAME_EDGE = 1.5;

/** Columns with fewer lines, such as stanzas, continue below a blank band only if a sentence does. */
const TALL = 6;

/**
 * Whether two columns continue below what separates them. Below a blank band, such as a fold, they do unless the text
 * itself continues from the bottom of the left column at the top of the right one; below a caption only if a sentence
 * continues.
 */
export function flowTogether(upper: Columns, lower: Columns, between: "blank" | "caption"): boolean {
  if (!sharesEdges(upper.left, lower.left) || !sharesEdges(upper.right, lower.right)) return false;
  const foot = upper.left.at(-1);
  const continuesBelow = continues(foot, lower.left[0]);
  if (continuesBelow || between === "caption") return continuesBelow;
  const areTall = [upper, lower].every(({ left, right }) => Math.min(left.length, right.length) >= TALL);
  return areTall && !continues(foot, upper.right[0]);
}

function sharesEdges(upper: readonly Row[], lower: readonly Row[]): boolean {
  const size = median(upper.map((row) => row.size));
  return size !== undefined && Math.abs(leftOf(upper) - leftOf(lower)) <= SAME_EDGE * size;
}

function leftOf(rows: readonly Row[]): number {
  return Math.min(...rows.map(({ segments }) => segments[0]?.x0 ?? Infinity));
}

function continues(line: Row | undefined, next: Row | undefined): boolean {
  if (line === undefined) return false;
  return !endsSentence(lastText(line)) && beginsSmall(next?.segments[0]?.text ?? "");
}

const LONGEST_HEADING = 20;

/** A column's text and its footnotes. */
export function withoutFootnotes(rows: readonly Row[]): {
  readonly text: readonly Row[];
  readonly notes: readonly Row[];
} {
  const usual = median(rows.map((row) => row.size));
  if (usual === undefined) return { text: rows, notes: [] };
  const most = NOTE_SIZE * usual;
  let from = rows.length;
  while (from > 0 && (rows[from - 1]?.size ?? Infinity) <= most) from--;
  if (isHeading(rows[from - 1], most)) from = rows.length;
  while (from < rows.length && !beginsNote(rows[from]?.segments[0]?.text ?? "")) from++;
  return { text: rows.slice(0, from), notes: rows.slice(from) };
}

/** Columns with the footnotes that stand apart below them; undefined if the rows are no footnotes of both columns. */
export function withNotesBelow({ kind, left, right }: Columns, rows: readonly Row[]): Columns | undefined {
  const usual = median([...left, ...right].map((row) => row.size));
  if (usual === undefined) return undefined;
  const most = NOTE_SIZE * usual;
  const end = leftOf(right);
  const areNotes = rows.every(
    ({ size, segments }) => size <= most && segments.every(({ x0, x1 }) => x1 <= end || x0 >= end - size),
  );
  const parts = [
    rowsWhere(rows, (segment) => segment.x1 <= end),
    rowsWhere(rows, (segment) => segment.x1 > end),
  ];
  const [leftNotes = [], rightNotes = []] = parts;
  if (!areNotes || !parts.every((part) => beginsNote(part[0]?.segments[0]?.text ?? ""))) return undefined;
  return { kind, left: [...left, ...leftNotes], right: [...right, ...rightNotes] };
}

/** The rows with some of their segments, without those that have none. */
function rowsWhere(rows: readonly Row[], isWanted: (segment: Segment) => boolean): readonly Row[] {
  return rows
    .map((row) => ({ ...row, segments: row.segments.filter((segment) => isWanted(segment)) }))
    .filter((row) => row.segments.length > 0);
}

/** A list under a heading, such as references, is not a footnote. A heading is short and as large as the text. */
function isHeading(row: Row | undefined, most: number): boolean {
  const cells = row?.segments.reduce((sum, segment) => sum + segment.cells, 0) ?? 0;
  return row !== undefined && row.size > most && cells <= LONGEST_HEADING && !endsSentence(lastText(row));
}

function lastText({ segments }: Row): string {
  return segments.at(-1)?.text ?? "";
}
