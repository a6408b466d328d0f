import type { Outline, Rule } from "../../../page/page-content.ts";

/** Largest distance, in points, between the ends of separately drawn sides. */
const TOLERANCE = 1;

/** Range of side lengths of a check box, in points. */
const MIN_SIDE = 4;
const MAX_SIDE = 28;
const MAX_ASPECT = 1.3;

/** Limit of candidate sides: more are a drawing, and pairwise comparison would be slow. */
const MAX_SIDES = 1000;

/**
 * Finds small boxes whose four sides were drawn as separate lines. Adjacent boxes that share sides are a comb or grid.
 */
export function boxesFromRules(rules: readonly Rule[]): Outline[] {
  const across = rules.filter(isAcross);
  const down = rules.filter(isDown);
  if (down.length === 0 || across.length > MAX_SIDES || down.length > MAX_SIDES) return [];
  const acrossFrom = byFirstEnd(across);
  const downFrom = byFirstEnd(down);
  const boxes = across.flatMap((top) => boxUnder(top, acrossFrom, downFrom));
  return boxes.filter(({ box }) => !boxes.some((other) => sharesSide(box, other.box)));
}

// Functions of the module, because V8 drops the compiled code of those that are made anew for each page.
function isAcross({ x0, x1, y0, y1 }: Rule): boolean {
  return isSide(x1 - x0, y1 - y0);
}

function isDown({ x0, x1, y0, y1 }: Rule): boolean {
  return isSide(y1 - y0, x1 - x0);
}

function isSide(length: number, width: number): boolean {
  return length >= MIN_SIDE && length <= MAX_SIDE && width < TOLERANCE;
}

/** Lines by the grid cell of their left or upper end. */
type Ends = ReadonlyMap<number, readonly Rule[]>;

function boxUnder(top: Rule, acrossFrom: Ends, downFrom: Ends): Outline[] {
  const { x0, x1, y0 } = top;
  const y1 = lowerEnd(near(downFrom, x0, y0), top);
  if (y1 === undefined || !someEndsAtHeight(near(downFrom, x1, y0), y1)) return [];
  if (!someEndsAtPlace(near(acrossFrom, x0, y1), x1)) return [];
  return [{ kind: "box", box: { x0, y0, x1, y1 }, filled: false }];
}

/** The lower end of the first side that forms a square with the line above; undefined if none does. */
function lowerEnd(sides: readonly Rule[], top: Rule): number | undefined {
  for (const { y1 } of sides) if (isSquare(top.x1 - top.x0, y1 - top.y0)) return y1;
  return undefined;
}

function someEndsAtHeight(rules: readonly Rule[], y: number): boolean {
  for (const { y1 } of rules) if (Math.abs(y1 - y) <= TOLERANCE) return true;
  return false;
}

function someEndsAtPlace(rules: readonly Rule[], x: number): boolean {
  for (const { x1 } of rules) if (Math.abs(x1 - x) <= TOLERANCE) return true;
  return false;
}

function isSquare(width: number, height: number): boolean {
  return Math.max(width / height, height / width) <= MAX_ASPECT;
}

function sharesSide(box: Outline["box"], other: Outline["box"]): boolean {
  if (box === other) return false;
  const beside = Math.abs(box.y0 - other.y0) <= TOLERANCE && touches(box.x0, box.x1, other.x0, other.x1);
  const below = Math.abs(box.x0 - other.x0) <= TOLERANCE && touches(box.y0, box.y1, other.y0, other.y1);
  return beside || below;
}

function touches(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  return Math.abs(start - otherEnd) <= TOLERANCE || Math.abs(end - otherStart) <= TOLERANCE;
}

function byFirstEnd(rules: readonly Rule[]): Ends {
  const ends = new Map<number, Rule[]>();
  for (const rule of rules) {
    const cell = cellOf(rule.x0, rule.y0);
    const filed = ends.get(cell);
    if (filed) filed.push(rule);
    else ends.set(cell, [rule]);
  }
  return ends;
}

/** The lines whose first end is near a point. */
function near(ends: Ends, x: number, y: number): readonly Rule[] {
  const found: Rule[] = [];
  for (const cell of cellsAround(x, y)) {
    for (const rule of ends.get(cell) ?? []) {
      if (Math.abs(rule.x0 - x) <= TOLERANCE && Math.abs(rule.y0 - y) <= TOLERANCE) found.push(rule);
    }
  }
  return found;
}

/** The distinct grid cells around a point. */
function cellsAround(x: number, y: number): readonly number[] {
  const [left, right, above, below] = [x - TOLERANCE, x + TOLERANCE, y - TOLERANCE, y + TOLERANCE];
  const cells = [cellOf(left, above)];
  for (const cell of [cellOf(left, below), cellOf(right, above), cellOf(right, below)]) {
    if (!cells.includes(cell)) cells.push(cell);
  }
  return cells;
}

/** Cells are twice the tolerance wide, so nearby points are in one of four. */
function cellOf(x: number, y: number): number {
  return Math.round(x / (2 * TOLERANCE)) * 65_536 + Math.round(y / (2 * TOLERANCE));
}
