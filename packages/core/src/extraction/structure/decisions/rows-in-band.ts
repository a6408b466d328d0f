import { deciding, scoreOf } from "../../page/decision-log.ts";
import { median } from "../../geometry/median.ts";
import { type CellLine, hasLabel, isNumeric } from "../geometry/table-line.ts";
import { columnEdges, goesOnBelow } from "./wrapped-cell.ts";
import { boxOfLines } from "./table-log.ts";

/**
 * Are the lines between two ruling lines rows of their own, or the lines of one row? Rulings are evidence, not proof:
 * values one below the other are rows whatever is drawn around them, unless the table has a ruling line below each row.
 */
const EVIDENCE = {
  /** Most lines have texts in several columns, and the columns are about equally long. */
  dense: 3,
  /** Each line with values beside its label, up to `mostValues`; a single one is no sign. */
  value: 1,
  mostValues: 4,
  /** Each line with a label and texts in most columns, up to `mostValues`, if no label goes on with the one above. */
  entry: 0.5,
  /** The band holds most lines of the table. */
  mostOfTable: 1.5,
  /** Most lines have no text in the first column, as the lines of a head. */
  unlabelled: -3,
  /** The band is one of many, which are about as high as it is. */
  oneOfMany: -2,
};

/** Chosen on papers of ICDAR-2013 and made pages: dense bands, or three lines with values, are rows. */
const LEAST_SCORE = 3;

/** Shares of lines with several cells, of the longest column that the median has, and of the table's lines. */
const DENSE = 0.7;
const MOST = 0.5;
const FEW = 0.25;

/** Tables with at least this many bands may have one for each row. */
const MANY_BANDS = 5;

export interface Band {
  readonly lines: readonly CellLine[];
  /** The number of lines in each of its columns. */
  readonly depths: readonly number[];
  /** The lines and bands of the whole table. */
  readonly linesOfTable: number;
  readonly bands: number;
}

export function hasRowsOfItsOwn({ lines, depths, linesOfTable, bands }: Band): boolean {
  if (lines.length < 2 || depths.length < 2) return false;
  const isLong = bands < MANY_BANDS ? lines.length > 2 : lines.length > 3;
  const wide = lines.filter(({ cells }) => cells.length > 1).length;
  const isDense =
    isLong && wide >= DENSE * lines.length && (median(depths) ?? 0) >= DENSE * Math.max(...depths);
  const values = lines.filter((line) => hasValues(line, depths.length)).length;
  const entries = entriesIn(lines, depths.length);
  const unlabelled = lines.filter(({ cells }) => cells.every(({ column }) => column > 0)).length;
  const share = lines.length / linesOfTable;
  const weights = {
    dense: isDense ? EVIDENCE.dense : 0,
    values: values > 1 ? EVIDENCE.value * Math.min(values, EVIDENCE.mostValues) : 0,
    entries: EVIDENCE.entry * Math.min(entries, EVIDENCE.mostValues),
    unlabelled: unlabelled > MOST * lines.length ? EVIDENCE.unlabelled : 0,
    mostOfTable: share > MOST ? EVIDENCE.mostOfTable : 0,
    oneOfMany: share < FEW && bands >= MANY_BANDS ? EVIDENCE.oneOfMany : 0,
  };
  const score = scoreOf(weights);
  deciding.log?.record({
    question: "row",
    accepted: score >= LEAST_SCORE,
    outcome:
      score >= LEAST_SCORE
        ? `The ${lines.length} lines between two rules are rows of their own.`
        : `The ${lines.length} lines between two rules are one row.`,
    box: boxOfLines(lines),
    score,
    threshold: LEAST_SCORE,
    reasons: [
      { fact: "lines with several cells", value: wide, limit: `of ${lines.length}`, weight: weights.dense },
      { fact: "lines with values", value: values, limit: "at least 2", weight: weights.values },
      { fact: "lines with a label and texts in most columns", value: entries, weight: weights.entries },
      {
        fact: "lines without a label",
        value: unlabelled,
        limit: `of ${lines.length}`,
        weight: weights.unlabelled,
      },
      { fact: "share of the table's lines", value: share, weight: weights.mostOfTable },
      { fact: "bands of the table", value: bands, limit: `from ${MANY_BANDS} on`, weight: weights.oneOfMany },
    ],
  });
  return score >= LEAST_SCORE;
}

/** The number of lines with a label and texts in most columns; 0 if a label goes on with the one above. */
function entriesIn(lines: readonly CellLine[], columns: number): number {
  const filled = lines.filter(({ cells }) => hasLabel(cells) && isFilled(cells, columns));
  const labels = filled.map(({ cells }) => cells.find(({ column }) => column === 0)?.piece);
  const edge = columnEdges(lines).get(0) ?? 0;
  const areApart = labels.every((label, at) => {
    const above = labels[at - 1];
    return label !== undefined && (above === undefined || !goesOnBelow(above, label, { edge }));
  });
  return areApart && labels.length > 1 ? labels.length : 0;
}

function isFilled(cells: CellLine["cells"], columns: number): boolean {
  return 2 * cells.filter(({ column }) => column > 0).length >= columns - 1;
}

/** Whether a line has a text in most columns beside the first, and a number among them. */
function hasValues({ cells }: CellLine, columns: number): boolean {
  const hasNumber = cells.some(({ piece, column }) => column > 0 && isNumeric(piece.text));
  return hasNumber && isFilled(cells, columns);
}
