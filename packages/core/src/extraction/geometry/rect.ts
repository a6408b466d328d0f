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
  return Math.max(0, sharedWidth(one, other)) * Math.max(0, sharedHeight(one, other));
}

/** The width that two extents share; the negative gap between them if they are apart. */
export function sharedWidth(one: Pick<Rect, "x0" | "x1">, other: Pick<Rect, "x0" | "x1">): number {
  return Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
}

/** The height that two extents share; the negative gap between them if they are apart. */
export function sharedHeight(one: Pick<Rect, "y0" | "y1">, other: Pick<Rect, "y0" | "y1">): number {
  return Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
}

/** Whether two boxes are at most `apart` from each other in both directions. */
export function areNear(one: Rect, other: Rect, apart: number): boolean {
  return (
    one.x0 - apart <= other.x1 &&
    other.x0 - apart <= one.x1 &&
    one.y0 - apart <= other.y1 &&
    other.y0 - apart <= one.y1
  );
}

/** The smallest box around two. */
export function union(one: Rect, other: Rect): Rect {
  return {
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  };
}

/** The smallest box around all; undefined if there are none. */
export function boxAround(boxes: readonly [Rect, ...Rect[]]): Rect;
export function boxAround(boxes: readonly Rect[]): Rect | undefined;
export function boxAround(boxes: readonly Rect[]): Rect | undefined {
  const [first] = boxes;
  if (first === undefined) return undefined;
  let { x0, y0, x1, y1 } = first;
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}
