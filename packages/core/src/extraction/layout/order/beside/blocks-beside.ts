import { deciding } from "../../../page/decision-log.ts";
import { boxOfRows } from "../../rows/row-edges.ts";
import type { Row } from "../../rows/rows.ts";
import { goesOn } from "../gutters/independent-columns.ts";
import { PROSE } from "../sentences.ts";
import { ROW_STEP } from "../gutters/rows-across.ts";
import { CoveredExtents, type Extent } from "../gutters/covered-extents.ts";
import { GUTTER, rowsIn } from "../gutters/gutter-decision.ts";
import { beginAnew, hasDigit, isLabelled, isPlace, kindOf, LONGEST_ENTRY } from "../text-kinds.ts";
import { textRow, type TextsBeside } from "./labelled-rows.ts";

/**
 * Are rows the lines of blocks that stand beside one another, such as addresses, labels with values, and the bank and
 * register of a letterhead, rather than a table? A column of a table has texts of one kind below one another; lines of such
 * a block are of several. Chosen on made business pages.
 */
const EVIDENCE = {
  /** A block of several lines of which hardly two are of one kind. */
  varied: 2,
  /** It has a house number, a postal code or a way to write or call. */
  place: 1,
  /** A block of labels with values of several kinds. */
  labelled: 2,
  /** Lines of one block are between lines of another one. */
  apart: 2,
  /** Cells: numbers, or values of one kind below or beside one another. */
  cells: -8,
  /** A line goes on with the sentence of a long one above it. */
  prose: -8,
};

const LEAST_SCORE = 4;

/** Blocks have no more lines. */
export const MOST_ROWS = 12;

/** Lines of a block are nearer, in multiples of the text size. */
const LARGEST_STEP = 2;

/** Fewer lines may differ by chance. */
const FEWEST_LINES = 3;

/** Least share of lines that are of different kinds or of one, and of labels that have a value. */
const MOSTLY = 0.6;

/** A line of a block, and the index of the row that it is in. */
interface BlockLine {
  readonly index: number;
  readonly row: Row;
  readonly text: string;
}

/** The lines of a block, or the labels and the values of one. */
interface Part {
  readonly lines: readonly BlockLine[];
  readonly labels?: readonly BlockLine[];
  /** Its labels are above their values. */
  readonly isHeaded?: true;
}

/** The longest run of rows from the first one on that are blocks beside one another; they begin and end after blank space. */
export function blocksBeside(rows: readonly Row[], above?: Row): TextsBeside | undefined {
  for (let taken = endOfBlocks(rows); taken > 1; taken--) {
    const own = rows.slice(0, taken);
    const gutters = guttersOf(own);
    if (gutters.length === 0 || !isEnd(own, rows[taken]) || !isStart(own, above)) continue;
    const parts = partsOf(own, gutters);
    if (parts.length > 1 && areBlocks(own, parts))
      return { parts: parts.map((part) => rowsOfPart(part)), taken };
  }
  return undefined;
}

/** The end of the rows that may be lines of blocks. */
function endOfBlocks(rows: readonly Row[]): number {
  const end = rows.findIndex(({ segments, size }, at) => {
    const isFar = at > 0 && stepTo(rows, at) > LARGEST_STEP * size;
    return isFar || segments.some(({ isTable, isFilled }) => isTable === true || isFilled === true);
  });
  return Math.min(end < 0 ? rows.length : end, MOST_ROWS);
}

/** Whether blocks may end before a row: it is of a ruled table, or farther away than their lines are. */
function isEnd(rows: readonly Row[], next: Row | undefined): boolean {
  return (
    next === undefined || isOfTable(next) || next.y - (rows.at(-1)?.y ?? 0) > ROW_STEP * widestStep(rows)
  );
}

/** Whether blocks may begin below a row: texts that go on in them are as near as their lines. */
function isStart(rows: readonly Row[], above: Row | undefined): boolean {
  return above === undefined || isOfTable(above) || (rows[0]?.y ?? 0) - above.y > ROW_STEP * widestStep(rows);
}

function isOfTable({ segments }: Row): boolean {
  return segments.some(({ isTable }) => isTable === true);
}

function widestStep(rows: readonly Row[]): number {
  return Math.max(...rows.slice(1).map((_, at) => stepTo(rows, at + 1)));
}

function stepTo(rows: readonly Row[], at: number): number {
  return (rows[at]?.y ?? 0) - (rows[at - 1]?.y ?? 0);
}

function guttersOf(rows: readonly Row[]): readonly number[] {
  const covered = new CoveredExtents();
  for (const { segments } of rows) covered.addAll(segments);
  return covered.gutters(GUTTER * (rows[0]?.size ?? 0));
}

/** The columns of rows, of which one of labels and the one with their values are one part. */
function partsOf(rows: readonly Row[], gutters: readonly number[]): readonly Part[] {
  const bounds = [-Infinity, ...gutters, Infinity];
  const columns = bounds.slice(1).map((x1, at) => linesIn(rows, { x0: bounds[at] ?? 0, x1 }));
  const parts: Part[] = [];
  for (let at = 0; at < columns.length; at++) {
    const [lines = [], next = []] = columns.slice(at, at + 2);
    const over = columnsWithHeads(columns.slice(at));
    if (over > 1) {
      parts.push({ lines: columns.slice(at, at + over).flat(), isHeaded: true });
      at += over - 1;
    } else if (areLabels(lines, next)) {
      parts.push({ lines: next, labels: lines });
      at++;
    } else parts.push({ lines });
  }
  return parts;
}

/** How many columns have labels in the same row, and values in the row below that. */
function columnsWithHeads(columns: readonly (readonly BlockLine[])[]): number {
  const indexes = columns[0]?.map(({ index }) => index) ?? [];
  if (indexes.length !== 2) return 0;
  const end = columns.findIndex(
    (lines) =>
      lines.length !== 2 ||
      lines.some(({ index }, at) => index !== indexes[at]) ||
      hasDigit(lines[0]?.text ?? ""),
  );
  const own = columns.slice(0, end < 0 ? undefined : end);
  const withDigits = own.filter(([, value]) => hasDigit(value?.text ?? ""));
  return 2 * withDigits.length >= own.length ? own.length : 0;
}

function linesIn(rows: readonly Row[], side: Extent): readonly BlockLine[] {
  return rows.flatMap((row, index) => {
    const [own] = rowsIn([row], side);
    return own === undefined
      ? []
      : [{ index, row: own, text: own.segments.map(({ text }) => text).join(" ") }];
  });
}

/** Whether texts are labels of those beside them: they differ, and have no digits; of the others, half have, and they are of several kinds. */
function areLabels(lines: readonly BlockLine[], values: readonly BlockLine[]): boolean {
  const texts = lines.map(({ text }) => text);
  if (texts.length < 2 || new Set(texts).size < texts.length || texts.some((text) => hasDigit(text)))
    return false;
  const rows = new Set(values.map(({ index }) => index));
  const labels = lines.filter(({ index }) => rows.has(index));
  const numbers = values.filter(({ text }) => hasDigit(text));
  const kinds = new Set(values.map(({ text }) => kindOf(text)));
  return (
    labels.length >= MOSTLY * lines.length &&
    kinds.size >= MOSTLY * values.length &&
    2 * numbers.length >= values.length
  );
}

/** The rows of a part; a label and the values beside it are a line of text, even if their baselines differ. */
function rowsOfPart({ lines, labels, isHeaded }: Part): readonly Row[] {
  if (isHeaded === true) return Array.from(Map.groupBy(lines, ({ index }) => index).values(), joinedRow);
  if (labels === undefined) return lines.map(({ row }) => (row.segments.length > 1 ? textRow(row) : row));
  const values = Map.groupBy(lines, ({ row }) => nearestTo(row, labels));
  return labels.map((label) => textRow(joinedRow([label, ...(values.get(label) ?? [])])));
}

function joinedRow(lines: readonly BlockLine[]): Row {
  const [first] = lines;
  const segments = lines.flatMap(({ row }) => row.segments);
  return { segments, y: first?.row.y ?? 0, size: first?.row.size ?? 0 };
}

function nearestTo({ y }: Row, lines: readonly BlockLine[]): BlockLine | undefined {
  return lines.toSorted((a, b) => Math.abs(a.row.y - y) - Math.abs(b.row.y - y))[0];
}

function areBlocks(rows: readonly Row[], parts: readonly Part[]): boolean {
  const plain = parts.filter((part) => !hasLabels(part));
  const whole = plain.filter(({ lines }) => areWhole(lines));
  const facts = {
    varied: whole.filter(({ lines }) => areVaried(lines)).length,
    place: whole.filter(({ lines }) => hasPlace(lines)).length,
    labelled: parts.length - plain.length,
    apart: areApart(parts) ? 1 : 0,
    cells: plain.some((part) => isColumn(part)) || areAlike(plain) ? 1 : 0,
    prose: parts.some(({ lines }) => areProse(lines)) ? 1 : 0,
  };
  // Without an address, only labels beside their values differ from a table.
  const areLabelsOnly = parts.every(({ labels }) => labels !== undefined) && !haveHead(rows);
  if (facts.place === 0 && !areLabelsOnly) return false;
  const score = FACTS.reduce((sum, fact) => sum + EVIDENCE[fact] * facts[fact], 0);
  if (score >= LEAST_SCORE) record(rows, score, facts);
  return score >= LEAST_SCORE;
}

const FACTS = ["varied", "place", "labelled", "apart", "cells", "prose"] as const;

function hasLabels({ labels, isHeaded }: Part): boolean {
  return labels !== undefined || isHeaded === true;
}

/** Whether the first row alone has no digits, as the head of a table. */
function haveHead(rows: readonly Row[]): boolean {
  return rows.every(({ segments }, at) => segments.some(({ text }) => hasDigit(text)) === at > 0);
}

/** Whether lines are one text each, or a label with its value, and most are short: those of cells may be several, those of prose are long. */
function areWhole(lines: readonly BlockLine[]): boolean {
  const short = lines.filter(({ text }) => text.length <= LONGEST_ENTRY);
  if (short.length < MOSTLY * lines.length) return false;
  return lines.every(({ row, text }) => row.segments.length === 1 || isLabelled(text));
}

function areVaried(lines: readonly BlockLine[]): boolean {
  const texts = lines.map(({ text }) => text);
  const kinds = new Set(texts.map((text) => kindOf(text)));
  return (
    kinds.size >= Math.max(FEWEST_LINES, MOSTLY * lines.length) &&
    beginAnew(texts) &&
    texts.some((text) => hasDigit(text))
  );
}

function areProse(lines: readonly BlockLine[]): boolean {
  const edge = Math.max(...lines.map(({ row }) => row.segments.at(-1)?.x1 ?? 0));
  return lines.some(({ row, text }, at) => {
    const above = lines[at - 1];
    if (above === undefined || above.text.length < PROSE || isPlace(text)) return false;
    return goesOn(above.row.segments, row.segments, edge);
  });
}

function hasPlace(lines: readonly BlockLine[]): boolean {
  return lines.some(({ text }) => isPlace(text));
}

/** Whether most lines of a part, but for its first one, are values of one kind, or half of all are numbers. */
function isColumn({ lines }: Part): boolean {
  const numbers = lines.filter(({ text }) => !LETTERS.test(text) && !isPlace(text));
  if (2 * numbers.length >= lines.length) return true;
  const kinds = Map.groupBy(
    lines.slice(1).filter(({ text }) => hasDigit(text)),
    ({ text }) => kindOf(text),
  );
  const most = Math.max(0, ...Array.from(kinds.values(), ({ length }) => length));
  return most > 1 && most >= MOSTLY * (lines.length - 1);
}

const LETTERS = /\p{L}{2}/u;

/** Whether values of one kind are beside one another, which are no places. */
function areAlike(parts: readonly Part[]): boolean {
  return parts.slice(1).some(({ lines }, at) => {
    const before = new Map(parts[at]?.lines.map((line) => [line.index, line.text]));
    const alike = lines.filter(
      ({ index, text }) => hasDigit(text) && kindOf(before.get(index) ?? "") === kindOf(text),
    );
    return alike.length > 1 && alike.length >= MOSTLY * lines.length && !hasPlace(lines);
  });
}

/** Whether a line of one part is between two near lines of another. */
function areApart(parts: readonly Part[]): boolean {
  return parts.some(({ lines }) =>
    parts.some(
      (other) =>
        other.lines !== lines &&
        other.lines.some(({ index }, at) => {
          const next = other.lines[at + 1];
          return next !== undefined && lines.some((line) => line.index > index && line.index < next.index);
        }),
    ),
  );
}

function record(rows: readonly Row[], score: number, facts: Readonly<Record<string, number>>): void {
  deciding.log?.record({
    question: "table",
    accepted: false,
    outcome: "Its rows are blocks of text beside one another.",
    box: boxOfRows(rows),
    score,
    threshold: LEAST_SCORE,
    reasons: Object.entries(facts).map(([fact, value]) => ({ fact, value })),
  });
}
