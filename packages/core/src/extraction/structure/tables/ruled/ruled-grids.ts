import { firstAbove } from "../../../geometry/first-above.ts";
import type { HorizontalRule, Rulings, VerticalRule } from "../../../layout/tables/rulings.ts";
import type { Rect } from "../../../geometry/rect.ts";

/** Ruling lines that form cells. */
export interface RuledGrid {
  readonly box: Rect;
  /** Positions of the lines between columns and rows, with the outer ones. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly vertical: readonly VerticalRule[];
  readonly horizontal: readonly HorizontalRule[];
}

/** Lines that end this near to another one, in points, touch it. */
const TOUCH = 3.2;

/** Positions within this distance, in points, are one line. */
const SAME = 3.2;

/** A page with more ruling lines is a drawing. */
const MOST_RULES = 4000;

/** A grid with more cells is a drawing. */
const MOST_CELLS = 40_000;

/** The grids that touching lines form, from top to bottom. */
export function ruledGrids({ vertical, horizontal }: Rulings): readonly RuledGrid[] {
  if (vertical.length === 0 || horizontal.length === 0) return [];
  if (vertical.length + horizontal.length > MOST_RULES) return [];
  const groups = new Groups(vertical.length + horizontal.length);
  // Ruling lines are sorted by position, so the level ones that a vertical one may touch are consecutive.
  const heights = Float64Array.from(horizontal, ({ y }) => y);
  for (let v = 0; v < vertical.length; v++) {
    const { x, y0, y1 } = vertical[v] ?? NO_RULE;
    for (let h = firstAbove(heights, y0 - TOUCH); h < horizontal.length; h++) {
      const level = horizontal[h];
      if (level === undefined || level.y >= y1 + TOUCH) break;
      if (x > level.x0 - TOUCH && x < level.x1 + TOUCH) groups.join(v, vertical.length + h);
    }
  }
  const ruled = groups.membersOfSeveral().map((own) => {
    const level = own.findIndex((index) => index >= vertical.length);
    return boxed(
      own.slice(0, level).flatMap((index) => vertical[index] ?? []),
      own.slice(level).flatMap((index) => horizontal[index - vertical.length] ?? []),
    );
  });
  return inOneTable(ruled)
    .map((rules) => gridOf(rules))
    .filter((grid) => grid !== undefined);
}

interface BoxedRules extends Rulings {
  readonly box: Rect;
}

function boxed(vertical: readonly VerticalRule[], horizontal: readonly HorizontalRule[]): BoxedRules {
  const box = {
    x0: Math.min(...horizontal.map((rule) => rule.x0), ...vertical.map(({ x }) => x)),
    x1: Math.max(...horizontal.map((rule) => rule.x1), ...vertical.map(({ x }) => x)),
    y0: Math.min(...vertical.map((rule) => rule.y0), ...horizontal.map(({ y }) => y)),
    y1: Math.max(...vertical.map((rule) => rule.y1), ...horizontal.map(({ y }) => y)),
  };
  return { vertical, horizontal, box };
}

/** Lines that do not touch are of one table if those of the one end where those of the other begin, at the same sides. */
function inOneTable(ruled: readonly BoxedRules[]): readonly BoxedRules[] {
  const joined: BoxedRules[] = [];
  for (const one of ruled.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const above = joined.findIndex(
      ({ box }) =>
        Math.abs(box.y1 - one.box.y0) < TOUCH &&
        Math.abs(box.x0 - one.box.x0) < SAME &&
        Math.abs(box.x1 - one.box.x1) < SAME,
    );
    const other = joined[above];
    if (other === undefined) joined.push(one);
    else
      joined[above] = boxed([...other.vertical, ...one.vertical], [...other.horizontal, ...one.horizontal]);
  }
  return joined;
}

const NO_RULE: VerticalRule = { x: 0, y0: 0, y1: 0 };

function gridOf({ vertical, horizontal, box }: BoxedRules): RuledGrid | undefined {
  // Tables without outer lines end where their inner ones do.
  const xs = places([box.x0, box.x1, ...vertical.map(({ x }) => x)]);
  const ys = places([box.y0, box.y1, ...horizontal.map(({ y }) => y)]);
  const cells = (xs.length - 1) * (ys.length - 1);
  if (xs.length < 3 || ys.length < 3 || cells > MOST_CELLS) return undefined;
  return { box, xs, ys, vertical, horizontal };
}

/** Distinct positions, ascending. */
function places(values: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (value - (found.at(-1) ?? -Infinity) > SAME) found.push(value);
  }
  return found;
}

/** Disjoint sets of indices. */
export class Groups {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = new Int32Array(count);
    for (let index = 0; index < count; index++) this.#parents[index] = index;
  }

  root(index: number): number {
    let at = index;
    while (this.#parents[at] !== at) {
      const above = this.#parents[at] ?? at;
      this.#parents[at] = this.#parents[above] ?? above;
      at = above;
    }
    return at;
  }

  join(a: number, b: number): void {
    this.#parents[this.root(a)] = this.root(b);
  }

  /** The members of each set that has several, ascending. */
  membersOfSeveral(): readonly (readonly number[])[] {
    const sizes = new Int32Array(this.#parents.length);
    for (let index = 0; index < sizes.length; index++) {
      const root = this.root(index);
      sizes[root] = (sizes[root] ?? 0) + 1;
    }
    const sets = new Map<number, number[]>();
    for (let index = 0; index < sizes.length; index++) {
      const root = this.root(index);
      if ((sizes[root] ?? 0) < 2) continue;
      const own = sets.get(root);
      if (own === undefined) sets.set(root, [index]);
      else own.push(index);
    }
    return [...sets.values()];
  }
}
