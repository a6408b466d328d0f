import type { DirectionRows } from "../../layout/layout-page.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { PageContent } from "../../page/page-content.ts";
import { areNear, type Rect, sharedWidth, union } from "../../geometry/rect.ts";
import { isCaption } from "../decisions/caption.ts";
import { isDrawing } from "../decisions/drawing.ts";
import { drawnRegions, isWithin } from "../geometry/drawn-regions.ts";
import type { Drawing } from "../geometry/figures.ts";
import { boxOfLine, lineOf, styleOfLine, type TextLine } from "../geometry/page-lines.ts";
import { type Piece, roundedBox } from "../geometry/piece.ts";
import type { PageTextBlock } from "../model/page-structure.ts";

interface PageWithDrawings {
  /** Without the labels of the drawings. */
  readonly directions: readonly DirectionRows[];
  readonly drawings: readonly Drawing[];
}

type PieceOf = (segment: Segment) => Piece;

/** Takes the drawings out of a page: their labels are no rows of its text. */
export function withDrawings(
  directions: readonly DirectionRows[],
  content: PageContent,
  piecesOf: (direction: DirectionRows) => PieceOf,
): PageWithDrawings {
  if (content.shapes === undefined) return { directions, drawings: [] };
  const read = directions.map((direction) => ({ direction, pieceOf: piecesOf(direction) }));
  const pieces = read.flatMap(({ direction: { rows }, pieceOf }) =>
    rows.flatMap(({ segments }) => segments.map((segment) => pieceOf(segment))),
  );
  if (pieces.length > MOST_TEXTS) return { directions, drawings: [] };
  const boxes = drawnRegions(content, (box) => pieces.some((piece) => isWithin(piece.box, box)))
    .filter((region) =>
      isDrawing(
        region,
        pieces.filter(({ box }) => isWithin(box, region.box)).map(({ text }) => text),
      ),
    )
    .map(({ box }) => withOuterLabels(box, pieces));
  if (boxes.length === 0) return { directions, drawings: [] };
  const labels = boxes.map((): TextLine[] => []);
  const rest = read.map(({ direction, pieceOf }) => ({
    ...direction,
    rows: direction.rows.flatMap((row) => withoutLabels(row, { boxes, labels, pieceOf })),
  }));
  const drawings = boxes.map((box, at) => ({ box, ...labelsOf(labels[at] ?? []) }));
  return { directions: rest, drawings };
}

/** A page with more texts is read without drawings; a dense map has about 2000. */
const MOST_TEXTS = 5000;

/** A row without its labels, which are added to those of their drawings; none if it has nothing else. */
function withoutLabels(
  row: Row,
  {
    boxes,
    labels,
    pieceOf,
  }: {
    readonly boxes: readonly Rect[];
    readonly labels: readonly TextLine[][];
    readonly pieceOf: PieceOf;
  },
): readonly Row[] {
  const placed = Map.groupBy(row.segments, (segment) =>
    boxes.findIndex((box) => isWithin(pieceOf(segment).box, box)),
  );
  for (const [at, own] of placed) labels[at]?.push(lineOf(own.map((segment) => pieceOf(segment))));
  const segments = placed.get(-1) ?? [];
  if (segments.length === row.segments.length) return [row];
  return segments.length === 0 ? [] : [{ ...row, segments }];
}

// The numbers were chosen on the same pages as those of `decisions/drawing.ts`.

/** Labels of axes and parts are at most this far from the drawing or from another label, in multiples of their size. */
const NEAR = 1.6;

/** Longer texts, in characters, are no labels. */
const LONGEST_LABEL = 30;

/** A label that stands alone is at most this share of the drawing's width. */
const NARROW = 0.6;

/** Axes have a row of numbers and a title: labels farther out are texts of their own. */
const ROUNDS = 2;

/** The box of a drawing and of the labels around it. */
function withOuterLabels(box: Rect, pieces: readonly Piece[]): Rect {
  let all = box;
  for (let round = 0; round < ROUNDS; round++) {
    const near = pieces.filter((piece) => isOuterLabel(piece, all, pieces));
    if (near.length === 0) break;
    all = near.reduce((sum, piece) => union(sum, piece.box), all);
  }
  return all;
}

function isOuterLabel({ text, box, style }: Piece, drawing: Rect, pieces: readonly Piece[]): boolean {
  if (text.length > LONGEST_LABEL || isCaption(text) || isWithin(box, drawing)) return false;
  if (!areNear(box, drawing, NEAR * style.size)) return false;
  if (box.x1 - box.x0 > NARROW * (drawing.x1 - drawing.x0)) return false;
  // The short last line of a paragraph has a long one beside it.
  return !pieces.some(
    (other) =>
      other.text.length > LONGEST_LABEL &&
      !isWithin(other.box, drawing) &&
      areNear(other.box, box, NEAR * style.size) &&
      sharedWidth(other.box, box) > 0,
  );
}

function labelsOf(lines: readonly TextLine[]): { readonly labels?: PageTextBlock } {
  const [first] = lines;
  if (first === undefined) return {};
  const longest = lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    labels: {
      kind: "text",
      role: { kind: "label" },
      lines: lines.map((line, at) => ({
        text: line.text,
        ...roundedBox(boxOfLine(line)),
        ...(at > 0 && { isOwn: true as const }),
      })),
      style: styleOfLine(longest),
      column: { x0: longest.x0, x1: longest.x1 },
    },
  };
}
