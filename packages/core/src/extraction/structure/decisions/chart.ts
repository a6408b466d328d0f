import type { TableCell } from "../model/page-structure.ts";

/** Fewer numbers at equal steps are chance, unless they end at nought. */
const FEWEST_ON_SCALE = 4;
const FEWEST_TO_NOUGHT = 3;

/** The last row of a table may be a few numbers that grow evenly, but it has a label before more of them. */
const FEWEST_BELOW = 6;

/** Numbers that differ from equal steps by less than this share of a step are on a scale. */
const OFF_STEP = 0.01;

/** Years and ranks count by one; the scale of an axis that goes down to nought usually does not. */
const LEAST_STEP_DOWN = 1;

/**
 * Are cells the labels of a chart? Its upright axis is a first column of numbers that go down to nought at equal steps;
 * its level axis a row of such numbers and nothing else from the first column on, among cells without figures or below
 * them. Numbers that count up above cells with figures, such as years or the numbers of trains, are a head.
 */
export function isChart(cells: readonly TableCell[]): boolean {
  const ofColumns = cells.filter(({ columnSpan }) => columnSpan === 1);
  const upright = ofColumns.flatMap(({ column, text }) => (column === 0 ? [numberIn(text)] : []));
  const step = stepOf(upright, FEWEST_TO_NOUGHT);
  if (step !== undefined && -step > LEAST_STEP_DOWN && upright.at(-1) === 0) return true;
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const level = rows.findIndex((row) => row[0]?.column === 0 && stepOf(numbersOf(row)) !== undefined);
  const axis = rows[level];
  if (axis === undefined) return false;
  const isBelow = level > 0 && numbersOf(axis).length >= FEWEST_BELOW;
  return !(isBelow ? rows.slice(level + 1) : rows.filter((row) => row !== axis)).some((row) =>
    row.some(({ text }) => FIGURE.test(text)),
  );
}

const NUMBER = /^[-−]?\d+(?:\.\d+)?%?$/u;

const FIGURE = /\d/u;

/** The numbers in a row of cells, of which several may stand as near as words; none if it has other words. */
function numbersOf(row: readonly TableCell[]): readonly number[] {
  const words = row.flatMap(({ text }) => text.split(/\s+/u));
  return words.every((word) => NUMBER.test(word))
    ? words.map((word) => Number.parseFloat(word.replace("−", "-")))
    : [];
}

/** The number that a text begins with; what follows may be the label of another axis. */
function numberIn(text: string): number | undefined {
  const found = /^[-−]?\d+(?:\.\d+)?(?=\s|%?$)/u.exec(text);
  return found === null ? undefined : Number(found[0].replace("−", "-"));
}

/** The step between numbers at equal steps; undefined if they are not. */
function stepOf(values: readonly (number | undefined)[], fewest = FEWEST_ON_SCALE): number | undefined {
  const [a, b] = values;
  if (values.length < fewest || a === undefined || b === undefined || a === b) return undefined;
  const step = b - a;
  const isOnScale = values.every(
    (value, index) => value !== undefined && Math.abs(value - a - index * step) < OFF_STEP * Math.abs(step),
  );
  return isOnScale ? step : undefined;
}
