import type { Rect } from "../../geometry/rect.ts";
import type { AnalysedImage } from "../ink/analysed-image.ts";
import { boxShapesOf, overlapOf } from "./box-shapes.ts";
import type { DrawnShape, ShapeSizes } from "./drawn-shape.ts";
import { markShare } from "./button-faces.ts";
import { circleShapesOf } from "./circle-shapes.ts";
import { isDropDownArrow } from "./drop-down-arrow.ts";
import { boxStandsApart } from "./standing-apart.ts";

/** A check box or radio button in an image; its bounding box is in pixels. */
export interface CheckBox {
  readonly kind: "box" | "circle";
  readonly box: Rect;
  /** Confidence that it is marked, 0 to 1. */
  readonly marked: number;
  /** Confidence that it is a check box or radio button, 0 to 1. */
  readonly confidence: number;
  /** Whether no letters are as near as within a word; a box must also be larger than the text. */
  readonly standsApart: boolean;
}

/** Minimum and maximum side in inches. */
const SMALLEST = 0.065;
const LARGEST = 0.42;

/** Empty boxes contain some grain: from this share of ink on, a box counts as marked at the default threshold. */
const DOUBTFUL_FILL = 0.06;
const DOUBTFUL = 0.3;

/** A thin tick fills at most this share; from here on the mark is certain. */
const CERTAIN_FILL = 0.16;

/** Shapes that overlap in both directions by more than this share are duplicates. */
const SAME_PLACE = 0.5;

/** Finds the check boxes and radio buttons drawn on a page; the result may include letters. */
export function checkBoxesOf(page: AnalysedImage): readonly CheckBox[] {
  const { image, ink, components, letters } = page;
  const sizes: ShapeSizes = {
    smallest: Math.max(8, Math.round(SMALLEST * image.dpi)),
    largest: Math.round(LARGEST * image.dpi),
  };
  const circles = circleShapesOf(ink, components, { sizes, dpi: image.dpi, letterHeight: letters.height });
  const shapes = [...boxShapesOf(ink, sizes), ...circles];
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
    standsApart: kind === "circle" ? shape.standsApart : boxStandsApart(shape, page),
  };
}

function isBetter(other: DrawnShape, shape: DrawnShape): boolean {
  return other !== shape && other.likeness > shape.likeness && overlapOf(shape.box, other.box) > SAME_PLACE;
}

function markedBy(fill: number): number {
  if (fill < DOUBTFUL_FILL) return (DOUBTFUL * fill) / DOUBTFUL_FILL;
  return Math.min(1, DOUBTFUL + ((1 - DOUBTFUL) * (fill - DOUBTFUL_FILL)) / (CERTAIN_FILL - DOUBTFUL_FILL));
}
