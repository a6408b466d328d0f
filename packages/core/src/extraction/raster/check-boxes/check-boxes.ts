import type { Rect } from "../../page/rect.ts";
import type { AnalysedImage } from "../ink/analysed-image.ts";
import { boxShapesOf, overlapOf } from "./box-shapes.ts";
import type { DrawnShape, ShapeSizes } from "./drawn-shape.ts";
import { markShare } from "./button-faces.ts";
import { circleShapesOf } from "./circle-shapes.ts";
import { isDropDownArrow } from "./drop-down-arrow.ts";
import { boxStandsApart } from "./standing-apart.ts";

/** A check box or radio button in a picture; its box is in pixels. */
export interface CheckBox {
  readonly kind: "box" | "circle";
  readonly box: Rect;
  /** How certain it is that it is marked, 0 to 1. */
  readonly marked: number;
  /** How certain it is that it is one at all, 0 to 1. */
  readonly confidence: number;
  /** Whether no letters stand as near to it as those of one word; a box is also larger than the text. */
  readonly standsApart: boolean;
}

/** Sides in inches. */
const SMALLEST = 0.065;
const LARGEST = 0.42;

/** An empty box has some grain in it: from this share of ink on it counts as marked with the usual threshold. */
const DOUBTFUL_FILL = 0.06;
const DOUBTFUL = 0.3;

/** A thin tick fills no more than this: nobody doubts it. */
const CERTAIN_FILL = 0.16;

/** Shapes are the same when they overlap by this share in both directions. */
const SAME_PLACE = 0.5;

/** Finds the check boxes and radio buttons that are drawn into a page; letters may be among them. */
export function checkBoxesOf(page: AnalysedImage): readonly CheckBox[] {
  const { image, ink, components } = page;
  const sizes: ShapeSizes = {
    smallest: Math.max(8, Math.round(SMALLEST * image.dpi)),
    largest: Math.round(LARGEST * image.dpi),
  };
  const shapes = [...boxShapesOf(ink, sizes), ...circleShapesOf(ink, components, { sizes, dpi: image.dpi })];
  return shapes
    .filter((shape) => !shapes.some((other) => isBetter(other, shape)))
    .filter(({ kind, box }) => kind === "circle" || !isDropDownArrow(image, box))
    .map((shape) => checkBoxOf(shape, page));
}

function checkBoxOf(shape: DrawnShape, page: AnalysedImage): CheckBox {
  const { kind, box, likeness } = shape;
  return {
    kind,
    box,
    marked: markedBy(markShare(page.image, shape)),
    confidence: likeness,
    standsApart: kind === "circle" ? shape.standsApart : boxStandsApart(box, page),
  };
}

function isBetter(other: DrawnShape, shape: DrawnShape): boolean {
  return other !== shape && other.likeness > shape.likeness && overlapOf(shape.box, other.box) > SAME_PLACE;
}

function markedBy(fill: number): number {
  if (fill < DOUBTFUL_FILL) return (DOUBTFUL * fill) / DOUBTFUL_FILL;
  return Math.min(1, DOUBTFUL + ((1 - DOUBTFUL) * (fill - DOUBTFUL_FILL)) / (CERTAIN_FILL - DOUBTFUL_FILL));
}
