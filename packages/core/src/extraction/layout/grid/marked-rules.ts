import type { Line, RuleLine, TextLine } from "../rows/line.ts";
import type { Row } from "../rows/rows.ts";
import type { HorizontalRule, Rulings, VerticalRule } from "../tables/rulings.ts";
import type { Segment } from "../rows/segment.ts";

/** Height above a row's baseline, in fractions of its size, at which vertical ruling lines must cross it. */
const ROW_MIDDLE = 0.3;

const VERTICAL_MARK = "|";
const HORIZONTAL_MARK = "-";

/** Adds a `|` segment for each vertical ruling line that crosses a row. */
export function withVerticalRules(rows: readonly Row[], rules: readonly VerticalRule[]): readonly Row[] {
  return rows.map((row) => {
    const middle = row.y - ROW_MIDDLE * row.size;
    const marks = rules
      .filter((rule) => rule.y0 <= middle && rule.y1 >= middle)
      .map((rule) => markAt(rule.x, row));
    if (marks.length === 0) return row;
    return { ...row, segments: [...row.segments, ...marks].toSorted((a, b) => middleOf(a) - middleOf(b)) };
  });
}

function markAt(x: number, { y, size }: Row): Segment {
  return {
    text: VERTICAL_MARK,
    cells: 1,
    x0: x,
    x1: x,
    y,
    size,
    isSeparated: false,
    baseline: -1,
    words: [],
  };
}

function middleOf({ x0, x1 }: Segment): number {
  return (x0 + x1) / 2;
}

/** Largest distance of an underline below the baseline, in fractions of the size. */
const UNDERLINE = 0.35;

/** How far an underline may extend beyond its text, in points. */
const BEYOND = 3;

/** The horizontal ruling lines without underlines. */
export function withoutUnderlines(
  rules: readonly HorizontalRule[],
  rows: readonly Row[],
): readonly HorizontalRule[] {
  return rules.filter(
    (rule) =>
      !rows.some((row) => {
        const below = rule.y - row.y;
        if (below < 0 || below > UNDERLINE * row.size) return false;
        return row.segments.some(({ x0, x1, words }) => {
          return words.length > 0 && rule.x0 >= x0 - BEYOND && rule.x1 <= x1 + BEYOND;
        });
      }),
  );
}

/** Ruling lines closer than this, in points, are written on one line. */
const ONE_LINE = 3;

/** Text lines for horizontal ruling lines, aligned with the columns of the text next to them. */
export function ruleLines(
  rules: readonly HorizontalRule[],
  { vertical }: Rulings,
  columnAt: (x: number, y: number) => number,
): readonly RuleLine[] {
  const groups: HorizontalRule[][] = [];
  for (const rule of rules.toSorted((a, b) => a.y - b.y)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && rule.y - last[0].y <= ONE_LINE) last.push(rule);
    else groups.push([rule]);
  }
  return groups.map((group) => ruleLine(group, vertical, columnAt));
}

function ruleLine(
  group: readonly HorizontalRule[],
  vertical: readonly VerticalRule[],
  columnAt: (x: number, y: number) => number,
): RuleLine {
  const y = group[0]?.y ?? 0;
  const x0 = group.reduce((least, rule) => Math.min(least, rule.x0), Infinity);
  const x1 = group.reduce((most, rule) => Math.max(most, rule.x1), -Infinity);
  const cells: string[] = [];
  for (const rule of group) {
    const first = columnAt(rule.x0, y);
    const last = Math.max(first, columnAt(rule.x1, y));
    for (let column = first; column <= last; column++) cells[column] = HORIZONTAL_MARK;
  }
  for (const rule of vertical) {
    const crosses = rule.y0 <= y + ONE_LINE && rule.y1 >= y - ONE_LINE;
    if (crosses) cells[columnAt(rule.x, y)] = VERTICAL_MARK;
  }
  return {
    kind: "rule",
    text: Array.from(cells, (cell) => cell ?? " ").join(""),
    x0,
    x1,
    y,
    thickness: group[0]?.thickness ?? 0,
  };
}

/** A position on the page with its column. */
export interface Knot {
  readonly x: number;
  readonly column: number;
}

/**
 * Interpolates the column of a position between knots in ascending order; beyond them it extrapolates by the cell
 * width.
 */
export function interpolated(knots: readonly Knot[], x: number, cell: number): number {
  const right = knots.findIndex((knot) => knot.x >= x);
  const after = knots[right];
  const before = right < 0 ? knots.at(-1) : knots[right - 1];
  if (after === undefined)
    return Math.max(0, Math.round((before?.column ?? 0) + (x - (before?.x ?? 0)) / cell));
  if (before === undefined) return Math.max(0, Math.round(after.column - (after.x - x) / cell));
  const share = after.x === before.x ? 0 : (x - before.x) / (after.x - before.x);
  return Math.max(0, Math.round(before.column + share * (after.column - before.column)));
}

/** The knots of laid-out lines: the edges of their segments. */
export function knotsOf(lines: readonly TextLine[]): readonly Knot[] {
  const marks = lines.flatMap((line) =>
    line.segments.map((segment, index) => ({ segment, column: line.columns[index] ?? 0 })),
  );
  const rules = marks.filter(({ segment }) => segment.words.length === 0);
  const used = rules.length > 1 ? rules : marks;
  const knots = used.flatMap(({ segment, column }) =>
    segment.words.length === 0
      ? [{ x: segment.x0, column }]
      : [
          { x: segment.x0, column },
          { x: segment.x1, column: column + segment.cells - 1 },
        ],
  );
  return knots.toSorted((a, b) => a.x - b.x || a.column - b.column);
}

/** Inserts lines of ruling characters between text lines at their positions. */
export function mergedByPlace(
  lines: readonly Line[],
  rows: readonly Row[],
  rules: readonly RuleLine[],
): readonly Line[] {
  const merged: Line[] = [];
  let next = 0;
  let row = 0;
  for (const line of lines) {
    const y = line.kind === "text" ? (rows[row++]?.y ?? 0) : -Infinity;
    for (let rule = rules[next]; rule !== undefined && rule.y < y; rule = rules[++next]) {
      replaceBlank(merged, rule);
    }
    merged.push(line);
  }
  return [...merged, ...rules.slice(next)];
}

/** A ruling line replaces the blank line that its gap would produce. */
function replaceBlank(lines: Line[], rule: RuleLine): void {
  if (lines.at(-1)?.kind === "blank") lines.pop();
  lines.push(rule);
}
