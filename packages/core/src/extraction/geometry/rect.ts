/** An axis-aligned bounding box in points from the upper left corner of the page; x0 <= x1 and y0 <= y1. */
export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The area of a box. */
export function areaOf({ x0, y0, x1, y1 }: Rect): number {
  return (x1 - x0) * (y1 - y0);
}

/** The area that two boxes share; 0 if they only touch. */
export function sharedArea(one: Rect, other: Rect): number {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return Math.max(0, width) * Math.max(0, height);
}
