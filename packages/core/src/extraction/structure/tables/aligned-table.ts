import { boxAround } from "../../geometry/rect.ts";
import { beginsWithBox } from "../../layout/marks/box-glyphs.ts";
import { PROSE } from "../../layout/order/sentences.ts";
import type { VerticalRule } from "../../layout/tables/rulings.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { isBullet, isItemNumber, isMarker } from "../geometry/markers.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable, TableCell } from "../model/page-structure.ts";
import { usualBlank, wordsOfLines } from "../decisions/column-gap.ts";
import { noTable } from "../decisions/table-log.ts";
import { cellText } from "./cell-text.ts";
import { type Column, columnsOf, inColumns } from "./columns.ts";
import { columnEdges, goesOnBelow } from "../decisions/wrapped-cell.ts";
import { fullRules } from "./full-rules.ts";
import { headRowsOf } from "./head-rows.ts";
import { type HeaderCells, headerCells } from "./header-cells.ts";
import { betweenLines, withCentredTexts, withSpanners } from "./spanners.ts";
import { groupsApart, rowGroups, withinLabel } from "./row-groups.ts";
import {
  type CellLine,
  type CellPiece,
  hasLabel,
  isNumeric,
  type LevelRules,
  type TableLine,
} from "../geometry/table-line.ts";

interface Alignment {
  readonly pieceOf: (segment: Segment) => Piece;
  /** The columns, if lines are drawn between them, and these. */
  readonly columns?: readonly Column[];
  readonly vertical?: readonly VerticalRule[];
}

/** The table of lines whose cells are aligned in columns; undefined if they are not. */
export function alignedTable(
  lines: readonly TableLine[],
  rules: LevelRules,
  alignment: Alignment,
): PageTable | undefined {
  const { columns = columnsOf(lines) } = alignment;
  if (columns.length < 2) return noTable(lines, "No gap parts it into columns.");
  if (areChoices(lines)) return noTable(lines, "Most texts are check boxes with their labels.");
  if (areItems(lines)) return noTable(lines, "Nearly all lines are a bullet and a text: a list.");
  const placed = placedLines(lines, rules, { ...alignment, columns });
  const regularity = regularityOf(placed, columns);
  const least = lines.length > FEW_LINES ? LEAST_REGULAR : LEAST_REGULAR_OF_FEW;
  if (regularity < least)
    return noTable(lines, "Too few cells are aligned with another one of their column.", {
      fact: "share of aligned cells",
      value: regularity,
      limit: `at least ${least}`,
    });
  if (isProse(placed)) return noTable(lines, "Its columns are lines of prose.");
  if (isMathematics(placed, rules)) return noTable(lines, "Its texts are parts of formulas.");
  if (rules.length < FEWEST_RULES && areTextsBesideLabels(placed, columns.length))
    return noTable(lines, "Its lines are labels or numbers, each with a text beside it.");
  const confidence = Math.round(regularity * 100) / 100;
  const table = tableOf(placed, rules, columns);
  if (table.rows < 2) return noTable(lines, "Its lines are one row.");
  const box = boxAround(table.cells.map((cell) => cell.box));
  const ruling = rules.length < FEWEST_RULES ? "none" : "rows";
  return box && { kind: "table", box, ...table, columns: columns.length, ruling, confidence };
}

/** Lines with each text in its columns. */
function placedLines(
  lines: readonly TableLine[],
  rules: LevelRules,
  { pieceOf, columns, vertical = [] }: Alignment & { readonly columns: readonly Column[] },
): readonly CellLine[] {
  const width = (columns.at(-1)?.x1 ?? 0) - (columns[0]?.x0 ?? 0);
  const blank = usualBlank(wordsOfLines(lines));
  const placed: CellLine[] = [];
  for (const line of lines) {
    const partial = partialRulesBelow(line, rules, width);
    const context = { pieceOf, rules: partial, blank, above: placed.at(-1) };
    const own = underRules(inColumns(line, columns, context), { columns, partial });
    placed.push(vertical.length === 0 ? own : betweenLines(own, columns, vertical));
  }
  return placed;
}

/** The rows and cells of lines: those of the head, and those below. */
function tableOf(
  placed: readonly CellLine[],
  rules: LevelRules,
  columns: readonly Column[],
): Pick<PageTable, "rows" | "headRows" | "cells"> {
  const apart = rules.length < FEWEST_RULES ? groupsApart(placed, columns.length) : undefined;
  const rows = apart ?? placed.map((line) => [line]);
  const headRows = headRowsOf(rows, rules);
  const headLines = rows.slice(0, headRows).flat();
  const body = placed.slice(headLines.length).map((line) => withCentredTexts(line, columns));
  const groups = apart?.slice(headRows) ?? bandsBetween(body, rules).flatMap((band) => rowGroups(band));
  const head = headRows > 0 ? headerCells(withSpanners(headLines, columns), rules) : NO_HEAD;
  const cells = groups.flatMap((group, row) => rowCells(group, head.rows + row));
  return { rows: head.rows + groups.length, headRows: head.rows, cells: [...head.cells, ...cells] };
}

/** A single rule may underline a word or a head; blank space alone shows rows. */
const FEWEST_RULES = 2;

const NO_HEAD: HeaderCells = { rows: 0, cells: [] };

/** A check box with its label. */
const CHOICE = /^\[[ X]\]\s*\S/u;

/** Whether at least half of the texts are check boxes with labels: lines of a form, not rows of data. */
function areChoices(lines: readonly TableLine[]): boolean {
  const pieces = lines.flatMap((line) => line.pieces);
  const choices = pieces.filter(({ segment, text }) =>
    segment.isFilled === true ? CHOICE.test(text) : text.length > 2 && beginsWithBox(text),
  );
  return choices.length > 0 && 2 * choices.length >= pieces.length;
}

/** Whether nearly all lines are a bullet and a text: a list, which may have a title. */
function areItems(lines: readonly TableLine[]): boolean {
  let items = 0;
  for (const { pieces } of lines) if (pieces.length === 2 && isBulletMark(pieces[0]?.text ?? "")) items++;
  return items > 0 && items >= MOSTLY_ITEMS * lines.length;
}

const MOSTLY_ITEMS = 0.6;

function isBulletMark(text: string): boolean {
  return isMarker(text) && isBullet(text);
}

/** A rule below a line of text, in multiples of its size: it shows which columns a heading spans. */
const BELOW = 0.9;

/** How far a rule may end from the edge of a column, in points. */
const EDGE = 6;

/** A heading over a shorter rule spans the columns of that rule. */
function underRules(
  line: CellLine,
  { columns, partial }: { readonly columns: readonly Column[]; readonly partial: LevelRules },
): CellLine {
  if (partial.length === 0) return line;
  const cells = line.cells.map((cell): CellPiece => {
    const own = partial.find(({ x0, x1 }) => cell.piece.x0 > x0 - EDGE && cell.piece.x1 < x1 + EDGE);
    const over = own === undefined ? [] : columnsOver(own, columns);
    const [first] = over;
    if (first === undefined || over.length <= cell.columnSpan) return cell;
    const isAlone = line.cells.every((other) => other === cell || !over.includes(other.column));
    return isAlone ? { ...cell, column: first, columnSpan: over.length } : cell;
  });
  return { ...line, cells };
}

/** The rules right below a line that are shorter than the table. */
function partialRulesBelow({ y, size }: TableLine, rules: LevelRules, width: number): LevelRules {
  const below = rules.filter((rule) => rule.y > y && rule.y < y + BELOW * size);
  if (below.length === 0) return below;
  return below.filter(({ x0, x1 }) => x1 - x0 < PARTIAL * width);
}

/** Rules shorter than this share of the width of the table are partial. */
const PARTIAL = 0.9;

function columnsOver(rule: Column, columns: readonly Column[]): readonly number[] {
  return columns.flatMap(({ x0, x1 }, index) => {
    const middle = (x0 + x1) / 2;
    return middle > rule.x0 - EDGE && middle < rule.x1 + EDGE ? [index] : [];
  });
}

/** Lines between full-width rules; a table whose every row is ruled has one band a row. */
function bandsBetween(lines: readonly CellLine[], rules: LevelRules): readonly (readonly CellLine[])[] {
  const full = rules.length === 0 ? [] : fullRules(lines, rules);
  const bands: CellLine[][] = [];
  let before: CellLine | undefined;
  for (const line of lines) {
    const above = before?.y ?? Infinity;
    if (before === undefined || full.some((y) => y > above && y < line.y)) bands.push([]);
    bands.at(-1)?.push(line);
    before = line;
  }
  const several = bands.filter((band) => band.filter(({ cells }) => hasNumbers(cells)).length > 1);
  const isRuledByRow = bands.length >= RULED_ROWS && 2 * several.length < bands.length;
  if (!isRuledByRow) return bands;
  const parted = [...headAndEntry(bands[0] ?? []), ...bands.slice(1)];
  const edge = columnEdges(lines).get(0) ?? 0;
  return parted.map((band) => (areEntries(band) || hasLevels(band, edge) ? band : joinedBand(band)));
}

/** The lines of a band as two, if its last one is an entry below a head without a label: no rule is drawn between. */
function headAndEntry(band: readonly CellLine[]): readonly (readonly CellLine[])[] {
  const [head, entry] = [band.slice(0, -1), band.slice(-1)];
  const isHead = head.length > 0 && !head.some(({ cells }) => hasLabel(cells) || hasNumbers(cells));
  return isHead && entry.every(({ cells }) => hasLabel(cells) && hasNumbers(cells)) ? [head, entry] : [band];
}

function hasNumbers(cells: readonly CellPiece[]): boolean {
  return cells.some(({ piece }) => isNumeric(piece.text));
}

/** Whether cells are a label, in whichever column, and numbers. */
function isEntry(cells: readonly CellPiece[]): boolean {
  const [first] = cells;
  return first !== undefined && !isNumeric(first.piece.text) && hasNumbers(cells);
}

/** Whether several lines have a label and a value of their own, such as those between the sums of a statement, or the sums below it. */
function areEntries(band: readonly CellLine[]): boolean {
  const entries = band.filter(({ cells }) => isEntry(cells) || (hasLabel(cells) && isLabelled(cells)));
  return entries.length > 1;
}

/** Whether cells are a label with a colon and its value. */
function isLabelled(cells: readonly CellPiece[]): boolean {
  const label = cells.find(({ column }) => column === 0)?.piece.text ?? "";
  return label.endsWith(":") && cells.length > 1;
}

/** Whether a label begins elsewhere than the one above, with which it does not go on: a title, and an entry below it. */
function hasLevels(band: readonly CellLine[], edge: number): boolean {
  const labels = band.flatMap(({ cells }) => cells.find(({ column }) => column === 0)?.piece ?? []);
  return labels.some((label, at) => {
    const above = labels[at - 1];
    if (above === undefined || Math.abs(label.x0 - above.x0) < SAME_LEVEL * label.style.size) return false;
    return !goesOnBelow(above, label, { edge });
  });
}

/** Labels that begin nearer to each other, in multiples of the text size, are of one level. */
const SAME_LEVEL = 0.4;

/** From this number of ruled bands on, a band is a row, if most have at most one line with numbers. */
const RULED_ROWS = 4;

/** All lines of a ruled row as one group: steps of zero join them. */
function joinedBand(band: readonly CellLine[]): readonly CellLine[] {
  const [first] = band;
  if (first === undefined || band.length === 1) return band;
  return [{ ...first, cells: band.flatMap((line) => withinLabel(line).cells) }];
}

/** The cells of a row; pieces of several lines in the same column are one cell. */
function rowCells(lines: readonly CellLine[], row: number): readonly TableCell[] {
  const cells = lines.flatMap((line) => line.cells).toSorted((a, b) => a.column - b.column);
  const grouped: { column: number; end: number; pieces: CellPiece["piece"][] }[] = [];
  for (const { piece, column, columnSpan } of cells) {
    const last = grouped.at(-1);
    if (last !== undefined && column < last.end) {
      last.pieces.push(piece);
      last.end = Math.max(last.end, column + columnSpan);
    } else {
      grouped.push({ column, end: column + columnSpan, pieces: [piece] });
    }
  }
  return grouped.map(({ column, end, pieces }) => {
    const ordered = pieces.length === 1 ? pieces : pieces.toSorted((a, b) => a.y - b.y || a.x0 - b.x0);
    return { row, column, rowSpan: 1, columnSpan: end - column, ...cellText(ordered) };
  });
}

/** Less regular lines are no table. */
const LEAST_REGULAR = 0.6;

/** A few lines may be aligned by chance, such as justified text with wide spaces. */
const FEW_LINES = 3;
const LEAST_REGULAR_OF_FEW = 0.8;

/** Edges within this multiple of the text size are aligned. */
const ALIGNED = 0.6;

/** The mean share of cells that are aligned with another cell of their column: on the left, right or centre. */
function regularityOf(lines: readonly CellLine[], columns: readonly Column[]): number {
  const ofColumn = columns.map((): AlignedEdges => ({ near: 0, left: [], right: [], centre: [] }));
  for (const { cells, size } of lines) {
    for (const { piece, column, columnSpan } of cells) {
      const own = columnSpan === 1 ? ofColumn[column] : undefined;
      if (own === undefined) continue;
      if (own.left.length === 0) own.near = ALIGNED * size;
      own.left.push(piece.x0);
      own.right.push(piece.x1);
      own.centre.push((piece.x0 + piece.x1) / 2);
    }
  }
  let sum = 0;
  for (const edges of ofColumn) sum += alignedShare(edges);
  return sum / Math.max(1, columns.length);
}

/** Positions of the cells of a column, and how far apart they may be. */
interface AlignedEdges {
  near: number;
  readonly left: number[];
  readonly right: number[];
  readonly centre: number[];
}

/** The largest share of cells that are aligned on one side. */
function alignedShare({ near, left, right, centre }: AlignedEdges): number {
  let most = 0;
  for (const edges of [left, right, centre]) {
    most = Math.max(most, commonShare(edges, near));
    // Most columns are aligned as a whole.
    if (most === 1) break;
  }
  return most;
}

/** The largest share of values within a distance of each other. */
function commonShare(values: readonly number[], near: number): number {
  const sorted = new Float64Array(values).toSorted();
  let most = 0;
  let from = 0;
  for (let index = 0; index < sorted.length; index++) {
    while ((sorted[index] ?? 0) - (sorted[from] ?? 0) > near) from++;
    most = Math.max(most, index - from + 1);
  }
  return most / Math.max(1, values.length);
}

/** Columns of prose side by side have long lines in every column and hardly a number. */
function isProse(lines: readonly CellLine[]): boolean {
  const texts = lines.flatMap(({ cells }) => cells.map(({ piece }) => piece.text));
  const long = texts.filter((text) => text.length >= PROSE);
  return 10 * long.length >= 7 * texts.length && !texts.some((text) => isNumeric(text));
}

/** Least share of the texts beside labels that are lines of prose. */
const MOSTLY_PROSE = 0.5;

/** Whether lines are labels, marks or numbers, each with a text beside it: a list, notes, or headings at the side. */
function areTextsBesideLabels(lines: readonly CellLine[], columns: number): boolean {
  const labelled = columns === 2 ? lines.filter(({ cells }) => cells.length === 2) : [];
  if (labelled.length === 0) return false;
  const textsIn = (place: number): readonly string[] =>
    labelled.map(({ cells }) => cells.find(({ column }) => column === place)?.piece.text ?? "");
  const long = textsIn(1).filter((text) => text.length >= PROSE).length;
  return long > MOSTLY_PROSE * labelled.length || textsIn(0).every((text) => isItemNumber(text));
}

/** Signs that are set over several lines in displayed formulas, and signs of sets and logic. */
const LARGE_SIGN = /[∑∏∫⋃⋂⎛⎝⎞⎠⎧⎨⎩⏟⏞︷︸]/u;
const SIGN = /[∑∏∫⋃⋂⎛⎝⎞⎠⎧⎨⎩⏟⏞︷︸⊆⊇⊂⊃∈∉⇒⇔∀∃]/u;

/** A text of the mathematical alphabets; in formulas most texts are. */
const VARIABLES = /[\u{1d400}-\u{1d7ff}]/u;
const MOSTLY_VARIABLES = 0.5;

/** Between the bars of fractions, this share of the texts has a sign; in a table with rules, fewer do. */
const MOST_SIGNS = 0.15;

/** Whether lines are formulas, whose parts are set apart like cells. */
function isMathematics(lines: readonly CellLine[], rules: LevelRules): boolean {
  const texts = lines.flatMap(({ cells }) => cells.map(({ piece }) => piece.text));
  const variables = texts.filter((text) => VARIABLES.test(text));
  if (variables.length > MOSTLY_VARIABLES * texts.length) return true;
  if (rules.length < FEWEST_RULES) return texts.some((text) => LARGE_SIGN.test(text));
  return texts.filter((text) => SIGN.test(text)).length > MOST_SIGNS * texts.length;
}
