import type { ImagePlacement, PageContent } from "../../page/page-content.ts";
import { boxAround, union, areaOf, type Rect, sharedArea } from "../../geometry/rect.ts";
import type { PageBlock, PageFigure, PageTextBlock } from "../model/page-structure.ts";
import { NOWHERE, roundedBox } from "./piece.ts";

/** Smaller images, in points, are ornaments. */
const SMALLEST = 20;

/** Larger images, as a share of the page, are its background or its scan. */
const LARGEST = 0.85;

/** Images this near to each other, in points, are strips of one picture. */
const TOUCH = 2;

/** A drawing on the page with the texts in it and at its axes. */
export interface Drawing {
  readonly box: Rect;
  /** Absent if it has no text. */
  readonly labels?: PageTextBlock;
}

/**
 * Inserts the page's pictures and drawings before the first text below them, and the labels of a drawing after it.
 */
export function withFigures(
  blocks: readonly PageBlock[],
  page: PageContent,
  drawings: readonly Drawing[] = [],
): readonly PageBlock[] {
  const figures = figuresOf(page, drawings);
  const labels = Map.groupBy(drawings, ({ box }) =>
    figures.find((figure) => sharedArea(figure.box, box) > areaOf(box) / 2),
  );
  const textsIn = (figure: PageFigure | undefined): readonly PageBlock[] =>
    (labels.get(figure) ?? []).flatMap((drawing) => drawing.labels ?? []);
  const placed = inserted(figures, blocks).flatMap((block) =>
    block.kind === "figure" ? [block, ...textsIn(block)] : [block],
  );
  // A drawing that fills the page is no figure on it.
  return inserted(textsIn(undefined), placed);
}

/** Inserts blocks before the first block below them. */
export function inserted(added: readonly PageBlock[], blocks: readonly PageBlock[]): readonly PageBlock[] {
  if (added.length === 0) return blocks;
  const result = [...blocks];
  const boxes = result.map((block) => boxOfBlock(block));
  for (const block of added) {
    const own = boxOfBlock(block);
    const below = boxes.findIndex((box) => box.y0 >= own.y1 - TOUCH && box.x0 < own.x1 && box.x1 > own.x0);
    const at = below < 0 ? result.length : below;
    result.splice(at, 0, block);
    boxes.splice(at, 0, own);
  }
  return result;
}

/** The bounding box of a block on its page. */
export function boxOfBlock(block: PageBlock): Rect {
  return block.kind === "text" ? (boxAround(block.lines) ?? NOWHERE) : block.box;
}

function figuresOf(
  { images, width, height }: PageContent,
  drawings: readonly Drawing[],
): readonly PageFigure[] {
  const onPage = ({ box }: { readonly box: Rect }): Rect => withinPage(box, width, height);
  const fits = (box: Rect): boolean => areaOf(box) < LARGEST * width * height;
  // What is on a picture that fills the page is part of it, except drawings.
  const pictures = joined(images.slice(0, MOST_IMAGES).map(onPage)).filter(fits);
  const large = joined([...pictures, ...drawings.map(onPage)]).filter(
    (box) => box.x1 - box.x0 >= SMALLEST && box.y1 - box.y0 >= SMALLEST && fits(box),
  );
  return large.toSorted((a, b) => a.y0 - b.y0).map((box) => ({ kind: "figure", box: roundedBox(box) }));
}

/** A page with more images is a drawing made of them. */
const MOST_IMAGES = 500;

function withinPage(box: ImagePlacement["box"], width: number, height: number): Rect {
  return {
    x0: Math.max(0, box.x0),
    y0: Math.max(0, box.y0),
    x1: Math.min(width, box.x1),
    y1: Math.min(height, box.y1),
  };
}

/** Joins strips of one picture, and pictures drawn upon each other. */
function joined(boxes: readonly Rect[]): readonly Rect[] {
  const apart: Rect[] = [];
  for (const box of boxes) {
    const at = apart.findIndex((other) => areOne(box, other));
    const other = apart[at];
    if (other === undefined) apart.push(box);
    else apart[at] = union(box, other);
  }
  return apart;
}

function areOne(a: Rect, b: Rect): boolean {
  if (sharedArea(a, b) > 0.5 * Math.min(areaOf(a), areaOf(b))) return true;
  const isSameWidth = Math.abs(a.x0 - b.x0) < TOUCH && Math.abs(a.x1 - b.x1) < TOUCH;
  return isSameWidth && a.y0 < b.y1 + TOUCH && b.y0 < a.y1 + TOUCH;
}
