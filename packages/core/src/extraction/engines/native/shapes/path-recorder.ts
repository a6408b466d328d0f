import type { Affine } from "../../../geometry/affine.ts";
import type { ClipBox } from "../graphics/graphics-state.ts";

/** One subpath on the page, as far as ruling lines and boxes need it; used again once its path is cleared. */
export interface Subpath {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  lines: number;
  curves: number;
  /** Whether it has only horizontal and vertical lines and no curves. */
  upright: boolean;
  /** Number of its horizontal and vertical lines. */
  straight: number;
  /** These lines, four numbers each; what follows is left from an earlier subpath. */
  readonly straightLines: number[];
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Largest deviation of a line from horizontal or vertical, in points. */
const STRAIGHTNESS = 0.5;

/** Limit of subpaths; more are a drawing and are tracked but not kept. */
const MAX_SUBPATHS = 10_000;

/** Cleared subpaths: most paths of a drawing have one or two, and a drawing has thousands of paths. */
const SPARE: Subpath[] = [];
const MOST_SPARE = 64;

/** Subpaths with more straight lines are rare and are not used again, because they occupy memory. */
const MOST_LINES_OF_SPARE = 16;

/** Collects the path between two painting operators, in page coordinates. */
export class PathRecorder {
  readonly subpaths: Subpath[] = [];
  #current: Subpath | undefined;
  /** Current point and start of the subpath, in user space. */
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;

  moveTo(x: number, y: number): void {
    this.#current = undefined;
    this.#x = this.#startX = x;
    this.#y = this.#startY = y;
  }

  lineTo(x: number, y: number, matrix: Affine): void {
    const subpath = this.#subpath(matrix);
    const fromX = matrix[0] * this.#x + matrix[2] * this.#y + matrix[4];
    const fromY = matrix[1] * this.#x + matrix[3] * this.#y + matrix[5];
    const toX = matrix[0] * x + matrix[2] * y + matrix[4];
    const toY = matrix[1] * x + matrix[3] * y + matrix[5];
    include(subpath, toX, toY);
    subpath.lines++;
    if (Math.abs(fromX - toX) < STRAIGHTNESS || Math.abs(fromY - toY) < STRAIGHTNESS) {
      const { straightLines } = subpath;
      const at = 4 * subpath.straight++;
      straightLines[at] = fromX;
      straightLines[at + 1] = fromY;
      straightLines[at + 2] = toX;
      straightLines[at + 3] = toY;
    } else {
      subpath.upright = false;
    }
    this.#x = x;
    this.#y = y;
  }

  /** A curve to (x, y); call `controlPoint` for its control points before. */
  curveTo(x: number, y: number, matrix: Affine): void {
    this.controlPoint(x, y, matrix);
    const subpath = this.#subpath(matrix);
    subpath.curves++;
    subpath.upright = false;
    this.#x = x;
    this.#y = y;
  }

  /** Extends the bounds: a curve stays between its control points. */
  controlPoint(x: number, y: number, matrix: Affine): void {
    const pageX = matrix[0] * x + matrix[2] * y + matrix[4];
    const pageY = matrix[1] * x + matrix[3] * y + matrix[5];
    include(this.#subpath(matrix), pageX, pageY);
  }

  rectangle({ x, y, width, height }: Rectangle, matrix: Affine): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y, matrix);
    this.lineTo(x + width, y + height, matrix);
    this.lineTo(x, y + height, matrix);
    this.close(matrix);
  }

  close(matrix: Affine): void {
    if (this.#x !== this.#startX || this.#y !== this.#startY) this.lineTo(this.#startX, this.#startY, matrix);
    this.#current = undefined;
  }

  /** The bounding box of the path; undefined if nothing was drawn. */
  bounds(): ClipBox | undefined {
    const [first] = this.subpaths;
    if (!first) return undefined;
    const bounds = { x0: first.x0, y0: first.y0, x1: first.x1, y1: first.y1 };
    for (const subpath of this.subpaths) {
      include(bounds, subpath.x0, subpath.y0);
      include(bounds, subpath.x1, subpath.y1);
    }
    return bounds;
  }

  clear(): void {
    const { subpaths } = this;
    for (let subpath = subpaths.pop(); subpath !== undefined; subpath = subpaths.pop()) {
      if (SPARE.length < MOST_SPARE && subpath.straight <= MOST_LINES_OF_SPARE) SPARE.push(subpath);
    }
    this.#current = undefined;
  }

  /** The subpath of the current point, started there if necessary. */
  #subpath(matrix: Affine): Subpath {
    if (this.#current) return this.#current;
    const x = matrix[0] * this.#x + matrix[2] * this.#y + matrix[4];
    const y = matrix[1] * this.#x + matrix[3] * this.#y + matrix[5];
    this.#current = subpathAt(x, y);
    if (this.subpaths.length < MAX_SUBPATHS) this.subpaths.push(this.#current);
    return this.#current;
  }
}

function subpathAt(x: number, y: number): Subpath {
  const spare = SPARE.pop();
  if (spare === undefined)
    return { x0: x, y0: y, x1: x, y1: y, lines: 0, curves: 0, upright: true, straight: 0, straightLines: [] };
  spare.x0 = spare.x1 = x;
  spare.y0 = spare.y1 = y;
  spare.lines = spare.curves = spare.straight = 0;
  spare.upright = true;
  return spare;
}

function include(box: { x0: number; y0: number; x1: number; y1: number }, x: number, y: number): void {
  if (x < box.x0) box.x0 = x;
  if (x > box.x1) box.x1 = x;
  if (y < box.y0) box.y0 = y;
  if (y > box.y1) box.y1 = y;
}
