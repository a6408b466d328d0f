import { firstAbove } from "../../../geometry/first-above.ts";
import { Groups, type RuledGrid } from "./ruled-grids.ts";

/** Places of a grid that no line separates. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** The cells of a grid. */
export interface MergedCells {
  readonly count: number;
  readonly at: (row: number, column: number) => GridCell;
}

/** Least share of a cell's side that a line must cover to separate it. */
const COVERS = 0.5;

/** How far a line may be from its place, in points. */
const OFF = 3.2;

/** Joins the places of a grid between which no line is drawn. */
export function mergedCells(grid: RuledGrid): MergedCells {
  const { xs, ys } = grid;
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const groups = new Groups(rows * columns);
  const right = separations(
    grid.vertical.map(({ x, y0, y1 }) => ({ at: x, from: y0, to: y1 })),
    xs,
    ys,
  );
  const below = separations(
    grid.horizontal.map(({ y, x0, x1 }) => ({ at: y, from: x0, to: x1 })),
    ys,
    xs,
  );
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const own = row * columns + column;
      if (column + 1 < columns && right[(column + 1) * rows + row] !== 1) groups.join(own, own + 1);
      if (row + 1 < rows && below[(row + 1) * columns + column] !== 1) groups.join(own, own + columns);
    }
  }
  // Most places are a cell of their own, so only the others are kept.
  const joined = new Map<number, GridCell>();
  let count = rows * columns;
  for (const members of groups.membersOfSeveral()) {
    const cell = rectangleOf(members, columns);
    if (cell === undefined) continue;
    for (const place of members) joined.set(place, cell);
    count -= members.length - 1;
  }
  const at = (row: number, column: number): GridCell =>
    joined.get(row * columns + column) ?? { row, column, rowSpan: 1, columnSpan: 1 };
  return { count, at };
}

interface Stroke {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** For each place and each stretch along it, 1 if strokes cover the stretch. */
function separations(
  strokes: readonly Stroke[],
  places: readonly number[],
  along: readonly number[],
): Uint8Array {
  const stretches = along.length - 1;
  const covered = new Float64Array(places.length * stretches);
  for (const { at, from, to } of strokes) {
    for (let place = firstAbove(places, at - OFF); (places[place] ?? Infinity) <= at + OFF; place++) {
      for (let k = Math.max(0, firstAbove(along, from) - 1); k < stretches && (along[k] ?? 0) < to; k++) {
        const shared = Math.min(to, along[k + 1] ?? 0) - Math.max(from, along[k] ?? 0);
        const index = place * stretches + k;
        covered[index] = (covered[index] ?? 0) + Math.max(0, shared);
      }
    }
  }
  const separated = new Uint8Array(covered.length);
  for (let index = 0; index < covered.length; index++) {
    const k = index % stretches;
    const side = (along[k + 1] ?? 0) - (along[k] ?? 0);
    if ((covered[index] ?? 0) >= COVERS * side) separated[index] = 1;
  }
  return separated;
}

/** The cell of joined places; undefined if they form no rectangle. */
function rectangleOf(members: readonly number[], columns: number): GridCell | undefined {
  let [top, bottom, left, right] = [Infinity, 0, Infinity, 0];
  for (const place of members) {
    const row = Math.floor(place / columns);
    const column = place % columns;
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
    left = Math.min(left, column);
    right = Math.max(right, column);
  }
  const cell = { row: top, column: left, rowSpan: bottom - top + 1, columnSpan: right - left + 1 };
  return cell.rowSpan * cell.columnSpan === members.length ? cell : undefined;
}
