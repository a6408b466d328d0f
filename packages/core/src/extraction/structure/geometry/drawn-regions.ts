import { areaOf, areNear, boxAround, type Rect, sharedHeight, sharedWidth } from "../../geometry/rect.ts";
import type { DrawnShape, PageContent, Rule } from "../../page/page-content.ts";

/** Shapes near each other, with the ruling lines that touch them. */
export interface DrawnRegion {
  readonly box: Rect;
  readonly shapes: readonly DrawnShape[];
  readonly rules: readonly Rule[];
}

// The numbers were chosen on pages of R vignettes, papers of ICDAR-2013 (part `develop`) and forms.

/** Points. Shapes at most twice this far apart are one drawing: more than the gaps between bars, less than a line of text. */
const STEP = 6;

/** A larger share of the page is its background or its frame, not a drawing on it. */
const LARGEST = 0.6;

/** Smaller drawings, in points, are logos, marks and ornaments. */
const LEAST_WIDTH = 60;
const LEAST_HEIGHT = 40;

/** More shaded areas are a pattern; this bounds the search for texts in them. */
const MOST_AREAS = 2000;

/** Ruling lines this near, in points, are axes and grid lines of the drawing: charts leave room around their curves. */
const TOUCH = 14;

/** More ruling lines are a pattern or a form; this bounds the search for those that meet. */
const MOST_RULES = 4000;

/** Lines this near to each other, in points, meet. */
const CONNECTED = 1;

/** Ruling lines longer than the drawing by this factor are those of a table or of the page. */
const LONGER = 1.6;

/** The regions that the page's shapes form; a shape with text inside is a frame or a shaded cell, unless it is slanted. */
export function drawnRegions(
  { shapes = [], rules, width, height }: PageContent,
  hasText: (box: Rect) => boolean,
): readonly DrawnRegion[] {
  const small = shapes.filter((shape) => areaOf(shape) < LARGEST * width * height);
  const areasOnly = small.filter(({ isSlanted }) => !isSlanted).slice(0, MOST_AREAS);
  const parts = [
    ...small.filter(({ isSlanted }) => isSlanted),
    ...areasOnly.filter((area) => !hasText(area)),
  ];
  if (parts.length === 0) return [];
  const areas = new AreaMap(width, height, parts);
  const lines = rules.length > MOST_RULES ? [] : rules;
  return [...Map.groupBy(parts, (shape) => areas.areaAt(shape)).values()]
    .flatMap((own) => regionOf(own, lines))
    .filter(({ box }) => box.x1 - box.x0 >= LEAST_WIDTH && box.y1 - box.y0 >= LEAST_HEIGHT);
}

/**
 * Shapes with the lines near them, and with those that touch these: an axis leads to all grid lines, and a flat curve
 * has its height from it. None if the shapes are small.
 */
function regionOf(shapes: readonly DrawnShape[], rules: readonly Rule[]): readonly DrawnRegion[] {
  const drawn = boxAround(shapes);
  if (drawn === undefined) return [];
  const side = Math.max(drawn.x1 - drawn.x0, drawn.y1 - drawn.y0);
  if (side < LEAST_WIDTH) return [];
  const short = rules.filter(({ x0, y0, x1, y1 }) => Math.max(x1 - x0, y1 - y0) <= LONGER * side);
  const near = short.filter((rule) => areNear(drawn, rule, TOUCH));
  const own = short.filter((rule) => near.some((other) => areNear(other, rule, CONNECTED)));
  return [{ box: boxAround([drawn, ...own]), shapes, rules: own }];
}

/** Whether most of a box is inside another one. */
export function isWithin(box: Rect, region: Rect): boolean {
  return (
    sharedWidth(box, region) > (box.x1 - box.x0) / 2 && sharedHeight(box, region) > (box.y1 - box.y0) / 2
  );
}

/** Squares along the longer side of a page; larger pages have larger squares. */
const MOST_SQUARES = 1000;

/** The page in squares; those that shapes cover, or nearly touch, are connected areas. */
class AreaMap {
  readonly #step: number;
  readonly #columns: number;
  readonly #rows: number;
  /** The area of each square, from 1 on; 0 if no shape covers it. */
  readonly #areas: Int32Array;

  constructor(width: number, height: number, shapes: readonly Rect[]) {
    this.#step = Math.max(STEP, width / MOST_SQUARES, height / MOST_SQUARES);
    this.#columns = Math.ceil(width / this.#step) + 1;
    this.#rows = Math.ceil(height / this.#step) + 1;
    this.#areas = this.#covered(shapes);
    let area = 1;
    for (let at = 0; at < this.#areas.length; at++) if (this.#areas[at] === -1) this.#fill(at, area++);
  }

  areaAt({ x0, y0, x1, y1 }: Rect): number {
    return this.#areas[this.#row((y0 + y1) / 2) * this.#columns + this.#column((x0 + x1) / 2)] ?? 0;
  }

  /** -1 for the squares that shapes cover. Sums of differences cost the same for small and large shapes. */
  #covered(shapes: readonly Rect[]): Int32Array {
    const across = this.#columns + 1;
    const sums = new Int32Array(across * (this.#rows + 1));
    const add = (row: number, column: number, change: number): void => {
      sums[row * across + column] = (sums[row * across + column] ?? 0) + change;
    };
    for (const { x0, y0, x1, y1 } of shapes) {
      const [left, right] = [this.#column(x0 - this.#step), this.#column(x1 + this.#step) + 1];
      const [top, bottom] = [this.#row(y0 - this.#step), this.#row(y1 + this.#step) + 1];
      add(top, left, 1);
      add(top, right, -1);
      add(bottom, left, -1);
      add(bottom, right, 1);
    }
    const covered = new Int32Array(this.#columns * this.#rows);
    const above = new Int32Array(across);
    for (let row = 0; row < this.#rows; row++) {
      let sum = 0;
      for (let column = 0; column < this.#columns; column++) {
        above[column] = (above[column] ?? 0) + (sums[row * across + column] ?? 0);
        sum += above[column] ?? 0;
        if (sum > 0) covered[row * this.#columns + column] = -1;
      }
    }
    return covered;
  }

  #fill(from: number, area: number): void {
    const open = [from];
    this.#areas[from] = area;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const column = at % this.#columns;
      const next = [at - this.#columns, at + this.#columns];
      if (column > 0) next.push(at - 1);
      if (column < this.#columns - 1) next.push(at + 1);
      for (const near of next) {
        if (this.#areas[near] !== -1) continue;
        this.#areas[near] = area;
        open.push(near);
      }
    }
  }

  #column(x: number): number {
    return Math.max(0, Math.min(this.#columns - 1, Math.floor(x / this.#step)));
  }

  #row(y: number): number {
    return Math.max(0, Math.min(this.#rows - 1, Math.floor(y / this.#step)));
  }
}
