/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A quadrilateral: upper left, upper right, lower right and lower left corner of a line of text. */
export type Quad = readonly [Point, Point, Point, Point];

/** The corners of an image. */
export function wholeOf({ width, height }: { readonly width: number; readonly height: number }): Quad {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/** A rectangle at any angle. */
export interface TiltedBox {
  readonly middle: Point;
  /** Unit vector along the first side. */
  readonly along: Point;
  readonly length: number;
  readonly height: number;
}

/** The rectangle of least area around points, by rotating calipers; undefined for fewer than three corners. */
export function leastBox(points: readonly Point[]): TiltedBox | undefined {
  const hull = convexHull(points);
  if (hull.length < 3) return undefined;
  let least: TiltedBox | undefined;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const box = boxAlong(hull, { x: (to.x - from.x) / length, y: (to.y - from.y) / length });
    if (!least || box.length * box.height < least.length * least.height) least = box;
  }
  return least;
}

/** The same rectangle, larger by `by` on each side. */
export function grown(box: TiltedBox, by: number): TiltedBox {
  return { ...box, length: box.length + 2 * by, height: box.height + 2 * by };
}

/** The corners in the order of a line that reads to the right. */
export function cornersOf({ middle, along, length, height }: TiltedBox): Quad {
  const corner = (l: number, h: number): Point => ({
    x: middle.x + (l * length * along.x - h * height * along.y) / 2,
    y: middle.y + (l * length * along.y + h * height * along.x) / 2,
  });
  return inReadingOrder([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]);
}

/** As PaddleOCR orders them: the two left corners by height, then the two right ones. */
function inReadingOrder(corners: readonly Point[]): Quad {
  const [a, b, c, d] = corners.toSorted((one, other) => one.x - other.x);
  if (!a || !b || !c || !d) throw new Error("A quadrilateral needs four corners.");
  const [upperLeft, lowerLeft] = a.y <= b.y ? [a, b] : [b, a];
  const [upperRight, lowerRight] = c.y <= d.y ? [c, d] : [d, c];
  return [upperLeft, upperRight, lowerRight, lowerLeft];
}

function boxAlong(points: readonly Point[], along: Point): TiltedBox {
  const lengths = points.map(({ x, y }) => x * along.x + y * along.y);
  const heights = points.map(({ x, y }) => y * along.x - x * along.y);
  const [l0, l1] = [Math.min(...lengths), Math.max(...lengths)];
  const [h0, h1] = [Math.min(...heights), Math.max(...heights)];
  const [l, h] = [(l0 + l1) / 2, (h0 + h1) / 2];
  const middle = { x: l * along.x - h * along.y, y: l * along.y + h * along.x };
  return { middle, along, length: l1 - l0, height: h1 - h0 };
}

/** Andrew's monotone chain. */
function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const lower = halfHull(sorted);
  const upper = halfHull(sorted.toReversed());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function halfHull(sorted: readonly Point[]): readonly Point[] {
  const hull: Point[] = [];
  for (const point of sorted) {
    while (hull.length >= 2 && !turnsLeft(hull.at(-2), hull.at(-1), point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
