import { union } from "../../geometry/rect.ts";
import { MARKED, UNMARKED } from "../../layout/marks/fields.ts";
import type { Row } from "../../layout/rows/rows.ts";
import { SEGMENT_WORD, type Segment } from "../../layout/rows/segment.ts";
import type { PageField } from "../model/page-structure.ts";
import { type Piece, roundedBox } from "./piece.ts";

type PieceOf = (segment: Segment) => Piece;

/** A row's form fields and check boxes, each with its label, and the other segments of the row. */
export interface RowFields {
  readonly fields: readonly PageField[];
  readonly rest: readonly Segment[];
}

/** Labels farther from their value than this, in multiples of the text size, are another text. */
const FARTHEST_LABEL = 20;

/** Finds the fields of a row: a value with the text before it, a mark with the text after it. */
export function fieldsOfRow({ segments }: Row, pieceOf: PieceOf): RowFields {
  const fields: PageField[] = [];
  const rest: Segment[] = [];
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index];
    if (segment === undefined) break;
    if (segment.isFilled !== true) {
      rest.push(segment);
    } else if (marksOf(segment).length > 0) {
      const next = segments[index + 1];
      // A mark that stands alone has the next text as its label.
      const label = endsWithMark(segment) && next?.isFilled !== true ? next : undefined;
      if (label !== undefined) index++;
      fields.push(...checkBoxes(segment, { label, pieceOf, rest }));
    } else {
      fields.push(valueField(segment, { pieceOf, rest }));
    }
  }
  return { fields, rest: rest.filter((segment) => segment.text.trim() !== "") };
}

function valueField(
  segment: Segment,
  { pieceOf, rest }: { readonly pieceOf: PieceOf; readonly rest: Segment[] },
): PageField {
  const before = rest.at(-1);
  const isNear = before !== undefined && segment.x0 - before.x1 < FARTHEST_LABEL * segment.size;
  const own = pieceOf(segment).box;
  if (isNear) rest.pop();
  const label = isNear ? before.text : "";
  return {
    kind: "field",
    type: "text",
    label,
    value: segment.text,
    checked: null,
    box: roundedBox(isNear ? union(own, pieceOf(before).box) : own),
  };
}

/** Offsets of the marks in a segment's text. */
function marksOf({ text, words }: Segment): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < words.length; at += SEGMENT_WORD.length) {
    const start = words[at] ?? 0;
    const end = words[at + 1] ?? 0;
    const word = text.slice(start, end);
    if (word === MARKED || word === UNMARKED) starts.push(start);
  }
  return starts;
}

function endsWithMark({ text }: Segment): boolean {
  return text.endsWith(MARKED) || text.endsWith(UNMARKED);
}

/** Marks with the text that follows each; text before the first mark stays for itself. */
function checkBoxes(
  segment: Segment,
  {
    label,
    pieceOf,
    rest,
  }: { readonly label: Segment | undefined; readonly pieceOf: PieceOf; readonly rest: Segment[] },
): readonly PageField[] {
  const starts = marksOf(segment);
  const { text } = segment;
  const before = text.slice(0, starts[0]).trim();
  if (before !== "") rest.push({ ...segment, text: before, isFilled: false });
  return starts.map((start, index) => {
    const mark = text.slice(start, start + MARKED.length);
    const own = text.slice(start + MARKED.length, starts[index + 1]).trim();
    const last = index === starts.length - 1 ? label : undefined;
    const { box } = pieceOf(segment);
    return {
      kind: "field",
      type: "check_box",
      label: last === undefined ? own : last.text,
      value: "",
      checked: mark === MARKED,
      box: roundedBox(last === undefined ? box : union(box, pieceOf(last).box)),
    };
  });
}
