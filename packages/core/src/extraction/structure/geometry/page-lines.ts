import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { boxAround, type Rect } from "../../geometry/rect.ts";
import { isContentsEntry, isItemNumber } from "./markers.ts";
import type { TextStyle } from "../model/page-structure.ts";
import { MOSTLY, NOWHERE, type Piece } from "./piece.ts";

/** A line of running text: pieces of a row with no more than a word's space between them. */
export interface TextLine {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
}

/** Gaps from this width on, in multiples of the text size, separate texts; narrower ones are of a justified line. */
const WIDE_GAP = 2.2;

/** The lines of a row: one, or several that stand side by side. */
export function linesOfRow({ segments }: Row, pieceOf: (segment: Segment) => Piece): readonly TextLine[] {
  const [only, other] = segments;
  if (only !== undefined && other === undefined) return [lineOf([pieceOf(only)])];
  const groups: Piece[][] = [];
  const isScale = segments.length >= SHORTEST_SCALE && isScaleOf(segments);
  for (const segment of segments) {
    const piece = pieceOf(segment);
    const last = groups.at(-1)?.at(-1);
    const isJoined =
      segment.followsLeader === true || (last !== undefined && isOneText(last, piece, isScale));
    const gap = last === undefined ? Infinity : piece.x0 - last.x1;
    if (isJoined || (gap < WIDE_GAP * piece.style.size && !segment.isSeparated)) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups.map((pieces) => lineOf(pieces));
}

/** Whether texts of a row are one, however wide the gap between them is. */
function isOneText(last: Piece, piece: Piece, isScale: boolean): boolean {
  return VALUE.test(piece.text) || isMarkerBefore(last, piece) || (isScale && areOnScale(last, piece));
}

/** A colon before a value belongs to the label on its left, however wide the gap is: "Currency      : GBP". */
const VALUE = /^[:：]\s/u;

/** Numbers that count up beside each other, such as those to mark on a form, or at the axis of a chart. */
const SHORTEST_SCALE = 4;
const ON_SCALE = /^[-−+]?\d{1,4}$/u;

function isScaleOf(segments: readonly Segment[]): boolean {
  let before = -Infinity;
  let count = 0;
  for (const { text } of segments) {
    if (!ON_SCALE.test(text)) continue;
    const value = Number(text.replace("−", "-"));
    if (value <= before) return false;
    before = value;
    count++;
  }
  return count >= SHORTEST_SCALE;
}

function areOnScale(a: Piece, b: Piece): boolean {
  return !b.style.monospaced && ON_SCALE.test(a.text) && ON_SCALE.test(b.text);
}

/** A list marker is at most this far before its text, in multiples of the text size. */
const MARKER_GAP = 5;

/** Whether a piece is the list marker of the next one. */
function isMarkerBefore(marker: Piece, text: Piece): boolean {
  return text.x0 - marker.x1 < MARKER_GAP * text.style.size && isItemNumber(marker.text);
}

/** The line of pieces in reading order. */
export function lineOf(pieces: readonly Piece[]): TextLine {
  const [first, other] = pieces;
  if (first !== undefined && other === undefined) {
    const { text, x0, x1, y, style } = first;
    return { pieces, text, x0, x1, y, size: style.size };
  }
  const longest = pieces.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    pieces,
    text: pieces.map(({ text }) => text).join(" "),
    x0: Math.min(...pieces.map(({ x0 }) => x0)),
    x1: Math.max(...pieces.map(({ x1 }) => x1)),
    y: longest.y,
    size: longest.style.size,
  };
}

/** The style of most of a line's text; a line that only begins in bold type is not bold. */
export function styleOfLine({ pieces }: TextLine): TextStyle {
  const [first, other] = pieces;
  if (first !== undefined && other === undefined) return first.style;
  const { style } = pieces.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const all = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const bold = pieces.reduce((sum, piece) => sum + (piece.style.bold ? piece.text.length : 0), 0);
  return { ...style, bold: bold >= MOSTLY * all };
}

/** The width of a line's first word, estimated by its characters. */
function firstWord({ text, x0, x1 }: Pick<TextLine, "text" | "x0" | "x1">): number {
  const end = text.indexOf(" ");
  const length = end < 0 ? text.length : end;
  return ((x1 - x0) * length) / Math.max(1, text.length);
}

/** Lines of prose may end this much before their edge, in multiples of the text size, besides the word that has no room. */
const SPACE = 0.8;

/**
 * Whether the first word of a line would fit at the end of the line above, which leaves `room` up to the edge.
 *
 * @param space between the words
 */
export function wordFits(
  next: Pick<TextLine, "text" | "x0" | "x1" | "size">,
  room: number,
  space = SPACE,
): boolean {
  return room > firstWord(next) + space * next.size;
}

/** The box of a line on its page. */
export function boxOfLine({ pieces }: TextLine): Rect {
  const [first, other] = pieces;
  if (first !== undefined && other === undefined) return first.box;
  return boxAround(pieces.map(({ box }) => box)) ?? NOWHERE;
}

/** Whether a line ends with the page number of an entry, or with the value of a label. */
export function endsEntry({ pieces, text }: TextLine): boolean {
  return pieces.at(-1)?.segment.followsLeader === true || isContentsEntry(text);
}

/** Sizes within this factor are equal: signs of another font may make a line larger. */
const SAME_SIZE = 1.08;

/** Whether lines of two styles may be in one paragraph. */
export function isSameStyle(a: TextStyle, b: TextStyle): boolean {
  const isSameSize = Math.max(a.size, b.size) <= SAME_SIZE * Math.min(a.size, b.size);
  return isSameSize && a.bold === b.bold && a.monospaced === b.monospaced;
}
