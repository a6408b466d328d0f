import type { Rect } from "../../../geometry/rect.ts";
import { type Affine, boundsOf, cornersFrom } from "../../../geometry/affine.ts";
import type { Dict } from "../generated/pdfjs-core.mjs";

/** An annotation's bounding box after a transformation; undefined if it has no area. */
export function annotationBox(annotation: Dict, toPage: Affine): Rect | undefined {
  const rect = cornersFrom(annotation.getArray("Rect"));
  const box = rect && boundsOf(toPage, rect);
  return box && box.x1 > box.x0 && box.y1 > box.y0 ? box : undefined;
}
