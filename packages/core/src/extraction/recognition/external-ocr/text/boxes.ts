import { areaOf, type Rect, sharedArea } from "../../../geometry/rect.ts";

/** Whether most of a box lies within another. */
export function isWithin(box: Rect, other: Rect): boolean {
  return sharedArea(box, other) > areaOf(box) / 2;
}
