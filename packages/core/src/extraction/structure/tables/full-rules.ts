import type { CellLine, LevelRules } from "../geometry/table-line.ts";

/** Rules within this distance, in points, are at one height. */
const SAME_HEIGHT = 2;

/** Least share of a table's width for rules to separate its rows. */
const COVERING = 0.7;

/** Heights at which rules cover most of a table with its first and last column: those of sums and below heads do not. */
export function fullRules(lines: readonly CellLine[], rules: LevelRules): readonly number[] {
  if (rules.length === 0) return [];
  const pieces = lines.flatMap(({ cells }) => cells.map(({ piece }) => piece));
  const [left, right] = [Math.min(...pieces.map(({ x0 }) => x0)), Math.max(...pieces.map(({ x1 }) => x1))];
  const last = Math.max(...lines.flatMap(({ cells }) => cells.map(({ column }) => column)));
  const firstEnd = Math.max(...endsOf(lines, 0, ({ x1 }) => x1));
  const lastStart = Math.min(...endsOf(lines, last, ({ x0 }) => x0));
  const heights = Map.groupBy(rules, ({ y }) => Math.round(y / SAME_HEIGHT));
  return [...heights.values()].flatMap((own) => {
    const covered = own.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0);
    const isAcross = own.some(({ x0 }) => x0 < firstEnd) && own.some(({ x1 }) => x1 > lastStart);
    return isAcross && covered >= COVERING * (right - left) ? [own[0]?.y ?? 0] : [];
  });
}

function endsOf(
  lines: readonly CellLine[],
  place: number,
  endOf: (piece: CellLine["cells"][number]["piece"]) => number,
): readonly number[] {
  return lines.flatMap(({ cells }) =>
    cells.flatMap(({ piece, column, columnSpan }) =>
      column <= place && column + columnSpan > place ? [endOf(piece)] : [],
    ),
  );
}
