import { areaOf, type Rect, sharedArea } from "../../../geometry/rect.ts";

/** The box around boxes. */
export function around(boxes: readonly Rect[]): Rect {
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}

/** Whether most of a box lies within another. */
export function isWithin(box: Rect, other: Rect): boolean {
  return sharedArea(box, other) > areaOf(box) / 2;
}
