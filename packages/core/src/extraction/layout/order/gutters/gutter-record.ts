import { deciding } from "../../../page/decision-log.ts";
import { median } from "../../../geometry/median.ts";
import type { Row } from "../../rows/rows.ts";

/** Half the width with which a gutter is recorded, in points. */
const HALF_WIDTH = 2;

/** What a gutter is, for those who ask why. */
export interface GutterVerdict {
  readonly accepted: boolean;
  readonly outcome: string;
}

/** Records what became of a gutter between rows. */
export function recordGutter(
  rows: readonly Row[],
  gutter: number,
  { accepted, outcome }: GutterVerdict,
): void {
  const { log } = deciding;
  const [first, last] = [rows[0], rows.at(-1)];
  if (log === undefined || first === undefined || last === undefined) return;
  const sides = [cellsOn(rows, (x0) => x0 < gutter), cellsOn(rows, (x0) => x0 >= gutter)];
  const [left = [], right = []] = sides;
  log.record({
    question: "gutter",
    accepted,
    outcome,
    box: log.onPage({
      x0: gutter - HALF_WIDTH,
      x1: gutter + HALF_WIDTH,
      y0: first.y - first.size,
      y1: last.y,
    }),
    reasons: [
      { fact: "lines on the left", value: left.length },
      { fact: "lines on the right", value: right.length },
      { fact: "median length of the lines on the left, in characters", value: median(left) ?? 0 },
      { fact: "median length of the lines on the right, in characters", value: median(right) ?? 0 },
    ],
  });
}

/** The lengths of the lines that have text on one side. */
function cellsOn(rows: readonly Row[], isOnSide: (x0: number) => boolean): readonly number[] {
  return rows.flatMap(({ segments }) => {
    const own = segments.filter(({ x0 }) => isOnSide(x0));
    return own.length === 0 ? [] : [own.reduce((sum, { cells }) => sum + cells, 0)];
  });
}
