import { median } from "../../../geometry/median.ts";
import { CoveredExtents } from "../../../layout/order/gutters/covered-extents.ts";
import { GUTTER } from "../../../layout/order/gutters/gutter-decision.ts";
import { PROSE } from "../../../layout/order/sentences.ts";
import type { HorizontalRule } from "../../../layout/tables/rulings.ts";
import type { Rect } from "../../../geometry/rect.ts";
import { LINE_STEP } from "../row-groups.ts";
import { BLANK_BETWEEN } from "../table-runs.ts";
import { isCaption } from "../../decisions/caption.ts";
import { isHeadAgain } from "../../decisions/head-again.ts";
import { isNote } from "../../decisions/marked-lines.ts";
import { isSectionBand } from "../../decisions/section-band.ts";
import { firstLine, lastLine, outerRows } from "./outer-rows.ts";
import type { Piece } from "../../geometry/piece.ts";
import { isNumeric, isYear, type TableLine } from "../../geometry/table-line.ts";

/** Rules whose ends are this near to each other, in points, belong to one table. */
const SAME_END = 4;

/** Rules of one table are at most this far apart, in points. */
const FARTHEST = 420;

/** Shorter rules, in points, underline words. */
const SHORTEST = 60;

/** Stacks of horizontal rules of the same extent, from top to bottom, as tables without vertical lines have. */
export function ruledStacks(horizontal: readonly HorizontalRule[]): readonly (readonly HorizontalRule[])[] {
  const stacks: HorizontalRule[][] = [];
  const long = horizontal.filter(({ x0, x1 }) => x1 - x0 >= SHORTEST).slice(0, MOST_RULES);
  for (const rule of long.toSorted((a, b) => a.y - b.y)) {
    const stack = stacks.findLast((own) => {
      const last = own.at(-1);
      return last !== undefined && isSameExtent(last, rule) && rule.y - last.y < FARTHEST;
    });
    if (stack === undefined) stacks.push([rule]);
    else stack.push(rule);
  }
  return stacks.filter((stack) => stack.length > 1);
}

const MOST_RULES = 2000;

function isSameExtent(a: HorizontalRule, b: HorizontalRule): boolean {
  return Math.abs(a.x0 - b.x0) < SAME_END && Math.abs(a.x1 - b.x1) < SAME_END;
}

/** Text may stand out of a table's rules by this, in points. */
const STANDS_OUT = 8;

/** Two rules this near to each other, in multiples of the text size, hold one row. */
const ROW_HEIGHT = 2.6;

/** The box of a table between rules. */
interface StackBox {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  /** Whether the last rules have only a head between them, so that the table goes on below. */
  isHead: boolean;
}

/** The boxes of the tables in a stack of rules: stretches between rules with cells side by side. */
export function stackBoxes(
  stack: readonly HorizontalRule[],
  lines: readonly TableLine[],
  rules: readonly HorizontalRule[],
): readonly Rect[] {
  return boxesBetween(stack, lines, rules)
    .filter((box) => !areUnderlinedNumbers(box, lines) && !haveLabelsBeside(box, lines))
    .map((box) => {
      const end = nextTable(box, lines, rules);
      const above = lines.filter(({ y }) => y < end);
      return withOuterRows({ ...box, isHead: box.isHead || isAroundHead(box, above) }, above);
    });
}

/** Stretches of bands that hold cells, with the titles of sections between them. */
function boxesBetween(
  stack: readonly HorizontalRule[],
  lines: readonly TableLine[],
  rules: readonly HorizontalRule[],
): readonly StackBox[] {
  const boxes: StackBox[] = [];
  let open: StackBox | undefined;
  let isBelowTitle = false;
  for (const [index, rule] of stack.entries()) {
    const above = stack[index - 1];
    if (above === undefined) continue;
    const [own, below] = linesAt(lines, above, rule);
    const y1 = endOfCells(own, rule);
    const isTable = areCells(lines, above, { ...rule, y: y1 });
    if (open !== undefined && isBelowTitle && hasHeadAgain(own, open, lines)) {
      // The title is not of the table above it.
      open.y1 = Math.min(open.y1, stack[index - 2]?.y ?? open.y1);
      open = undefined;
    }
    if (isTable && open !== undefined) {
      open.y1 = y1;
      open.isHead = false;
    } else if (isTable) {
      const isHead = index === stack.length - 1 && isRowBetween(lines, above, rule);
      const y0 = topOf(stack[index - 2], above, lines);
      open = { x0: rule.x0 - STANDS_OUT, x1: rule.x1 + STANDS_OUT, y0, y1, isHead };
      boxes.push(open);
    }
    const goesOn = (): boolean => !isPart(rule, rules) && isSectionBand(own, below);
    if (open !== undefined && !(isTable ? y1 === rule.y : goesOn())) open = undefined;
    isBelowTitle = isTitle(own);
  }
  return boxes;
}

function isTitle(lines: readonly TableLine[]): boolean {
  return lines.length > 0 && lines.every(({ pieces }) => pieces.length === 1);
}

/** Whether lines begin with the head of the table in a box. */
function hasHeadAgain([first]: readonly TableLine[], { y0, y1 }: Rect, lines: readonly TableLine[]): boolean {
  const head = lines.find(({ y, pieces }) => y > y0 && y < y1 && pieces.length > 1);
  return first !== undefined && head !== undefined && isHeadAgain(first.pieces, head.pieces);
}

/** The top of a table whose first cells are below `above`: heads may be between that rule and the one before. */
function topOf(
  before: HorizontalRule | undefined,
  above: HorizontalRule,
  lines: readonly TableLine[],
): number {
  return before !== undefined && areHeads(lines, before, above) ? before.y : above.y;
}

/** Whether blank space parts a rule from the line above it: another text begins with the rule. */
function beginsBelow(y: number, { x0, x1 }: Rect, lines: readonly TableLine[]): boolean {
  const last = lines.findLast(
    (line) => line.y < y && line.pieces.some((piece) => piece.x0 < x1 && piece.x1 > x0),
  );
  return last !== undefined && y - last.y > BLANK * last.size;
}

/** The height of the next rule below a table that is about as wide as it, and below a text or blank space: another one begins. */
function nextTable(
  { x0, x1, y1 }: Rect,
  lines: readonly TableLine[],
  rules: readonly HorizontalRule[],
): number {
  const below = rules.filter((rule) => {
    if (rule.y <= y1 + SAME_END || Math.min(rule.x1, x1) - Math.max(rule.x0, x0) <= WIDE * (x1 - x0))
      return false;
    const above = lines.findLast(({ y }) => y < rule.y);
    return above === undefined || above.pieces.length < 2 || rule.y - above.y > BLANK * above.size;
  });
  return Math.min(...below.map(({ y }) => y));
}

/** Rules below sums cover less of the width of their table. */
const WIDE = 0.8;

/** Whether a rule goes on beside a gap at its end: it is drawn below some columns of a table that is wider. */
function isPart({ x0, x1, y }: HorizontalRule, rules: readonly HorizontalRule[]): boolean {
  return rules.some(
    (other) =>
      Math.abs(other.y - y) < SAME_END &&
      (Math.abs(other.x0 - x1) < STANDS_OUT || Math.abs(x0 - other.x1) < STANDS_OUT),
  );
}

/** The end of the cells above a rule: texts from the left side that blank space parts from them, such as the next heading with its rule, are not theirs. */
function endOfCells(own: readonly TableLine[], rule: HorizontalRule): number {
  const last = own.findLastIndex(({ pieces }) => pieces.length > 1);
  const [row, text] = [own[last], own[last + 1]];
  const [left, x0] = [row?.pieces[0]?.x0, text?.pieces[0]?.x0];
  if (row === undefined || text === undefined || left === undefined || x0 === undefined) return rule.y;
  const steps = own.slice(1, last + 1).map(({ y }, at) => y - (own[at]?.y ?? y));
  const blank = Math.max(LINE_STEP * row.size, BLANK_BETWEEN * (median(steps) ?? 0));
  const isApart = x0 < left + row.size && text.y - row.y > blank;
  return isApart ? row.y + AFTER_ROW * row.size : rule.y;
}

/** Below its baseline, a row reaches this far, in multiples of its size. */
const AFTER_ROW = 0.5;

/** The lines between two rules, and the first one below. */
function linesAt(
  lines: readonly TableLine[],
  above: HorizontalRule,
  { x0, x1, y }: HorizontalRule,
): readonly [readonly TableLine[], TableLine | undefined] {
  const own: TableLine[] = [];
  for (const line of lines) {
    if (line.y <= above.y) continue;
    const pieces = line.pieces.filter((piece) => piece.x0 < x1 && piece.x1 > x0);
    if (pieces.length === 0) continue;
    if (line.y > y) return [own, { ...line, pieces }];
    own.push({ ...line, pieces });
  }
  return [own, undefined];
}

/** Whether the rules have only a head of words between them, and values or cells of its columns below. */
function isAroundHead({ x0, x1, y0, y1 }: Rect, lines: readonly TableLine[]): boolean {
  const own = lines
    .map((line) => ({ ...line, pieces: line.pieces.filter((piece) => piece.x1 > x0 && piece.x0 < x1) }))
    .filter(({ pieces }) => pieces.length > 0);
  const inside = own.filter(({ y }) => y > y0 && y < y1);
  const below = own.filter(({ y }) => y > y1).slice(0, FEW_BELOW);
  if (inside.some((line) => hasValues(line) && !isNumeric(line.pieces[0]?.text ?? ""))) return false;
  return below.some((line) => hasValues(line)) || (areOfHead(inside) && areUnder(inside, below));
}

interface Pieces {
  readonly pieces: readonly Piece[];
}

/** Whether several lines have as many cells as a head, each below one of its texts. */
function areUnder(heads: readonly Pieces[], lines: readonly Pieces[]): boolean {
  const most = Math.max(...heads.map(({ pieces }) => pieces.length));
  const texts = heads.flatMap(({ pieces }) => pieces);
  const isUnder = ({ x0, x1 }: Piece): boolean => texts.some((head) => x0 < head.x1 && x1 > head.x0);
  const rows = lines.filter(
    ({ pieces }) => pieces.length === most && pieces.every((piece) => isUnder(piece)),
  );
  return most > 1 && rows.length > 1;
}

/** The title of a section and the first line of a label may be between a head and its first values. */
const FEW_BELOW = 3;

function hasValues({ pieces }: Pieces): boolean {
  const beside = pieces.slice(1);
  const values = beside.filter(({ text }) => isNumeric(text) && !isYear(text));
  return values.length > 0 && 2 * values.length >= beside.length;
}

/** Rules under the sums of a table are as wide as its numbers: the table is wider, with labels on their left. */
function areUnderlinedNumbers({ x0, x1, y0, y1 }: Rect, lines: readonly TableLine[]): boolean {
  const within = lines.filter(({ y }) => y > y0 - 1 && y < y1 + 1);
  const inside = within.flatMap(({ pieces }) => pieces.filter((piece) => piece.x0 < x1 && piece.x1 > x0));
  const labelled = within.filter(({ pieces }) => pieces.some((piece) => piece.x1 <= x0));
  const numbers = inside.filter(({ text }) => isNumeric(text));
  return 2 * labelled.length > within.length && 10 * numbers.length >= 7 * inside.length;
}

/** Whether values below rules have labels on the left of these: the rules are below the titles of some columns. */
function haveLabelsBeside({ x0, x1, y1 }: Rect, lines: readonly TableLine[]): boolean {
  const below = lines
    .filter(
      ({ y, pieces }) =>
        y > y1 && pieces.some((piece) => piece.x0 > x0 && piece.x1 < x1 && isNumeric(piece.text)),
    )
    .slice(0, FEW_BELOW);
  const labelled = below.filter(({ pieces }) => {
    const label = pieces.findLast((piece) => piece.x1 <= x0 + STANDS_OUT);
    return label !== undefined && !isNumeric(label.text);
  });
  return labelled.length === FEW_BELOW;
}

function isRowBetween(lines: readonly TableLine[], above: HorizontalRule, below: HorizontalRule): boolean {
  const between = lines.filter(({ y }) => y > above.y && y < below.y);
  return between.length === 1 && below.y - above.y < ROW_HEIGHT * (between[0]?.size ?? 0);
}

/** Whether the lines between two rules are cells, or a single row; nothing between them is neither. */
function areCells(lines: readonly TableLine[], above: HorizontalRule, below: HorizontalRule): boolean {
  const between: TableLine[] = [];
  let wide = 0;
  for (const line of lines) {
    if (line.y <= above.y || line.y >= below.y) continue;
    const cells = line.pieces.filter(({ x0, x1 }) => x0 < below.x1 && x1 > below.x0);
    if (cells.some(({ x0, x1 }) => standsOut(x0, x1, below))) return false;
    if (cells.length > 0) between.push(line);
    if (cells.length > 1) wide++;
  }
  const isRow = below.y - above.y < ROW_HEIGHT * (between[0]?.size ?? 0);
  if (isRow || wide === 0) return isRow && !isAroundTable(between[0]);
  return between.length * (isParted(between) ? PARTED_SHARE : LEAST_SHARE) <= wide;
}

/** Whether texts between two rules are heads of columns, whose lines may be beside none of another one. */
function areHeads(lines: readonly TableLine[], above: HorizontalRule, below: HorizontalRule): boolean {
  const [between] = linesAt(lines, above, below);
  const pieces = between.flatMap((line) => line.pieces);
  if (isAroundTable(between[0]) || between.some((line) => hasValues(line))) return false;
  if (pieces.some(({ x0, x1 }) => standsOut(x0, x1, below)) || !areOfHead(between)) return false;
  const covered = new CoveredExtents();
  covered.addAll(pieces);
  return covered.gutters(GUTTER * (between[0]?.size ?? 0)).length > 0;
}

/** Lines of a head are at most so many, and this far apart in multiples of the text size. */
const MOST_LINES = 8;
const HEAD_STEP = 3;

/** Whether lines are as near as those of a head, and none is a text from the left side. */
function areOfHead(lines: readonly TableLine[]): boolean {
  const left = Math.min(...lines.flatMap(({ pieces }) => pieces.map(({ x0 }) => x0)));
  return (
    lines.length <= MOST_LINES &&
    lines.every(({ y, size, pieces: [first] }, at) => {
      const isNear = at === 0 || y - (lines[at - 1]?.y ?? y) < HEAD_STEP * size;
      const isText = first !== undefined && first.text.length >= PROSE && first.x0 - left < size;
      return isNear && !isText;
    })
  );
}

/** Whether a line is the caption or a note of the table that it is ruled with. */
function isAroundTable(line: TableLine | undefined): boolean {
  const text = line?.pieces[0]?.text ?? "";
  return isCaption(text) || isNote(text);
}

/** Least share of lines with several cells; more if blank space parts the lines, as in a letter. */
const LEAST_SHARE = 1 / 3;
const PARTED_SHARE = 0.7;

/** Lines farther apart than this, in multiples of the text size, have a blank line between them. */
const BLANK = 2.1;

function isParted(lines: readonly { readonly y: number; readonly size: number }[]): boolean {
  return lines.some(({ y, size }, index) => y - (lines[index - 1]?.y ?? y) > BLANK * size);
}

function standsOut(x0: number, x1: number, rule: HorizontalRule): boolean {
  return x0 < rule.x0 - STANDS_OUT || x1 > rule.x1 + STANDS_OUT;
}

/**
 * Adds the row of cells directly above the first rule and below the last one: a head, or a last row with the sums below
 * it. Below rules around a head, all rows of cells are added: the last rule is on another page. If the rules are those
 * of sums, the entries above the first and below the last one are added, too.
 */
function withOuterRows(box: StackBox, lines: readonly TableLine[]): Rect {
  const outer = outerRows(box, lines);
  const { x0, x1, y0, y1 } = box;
  const above = firstLine(outer, y0);
  const below = beginsBelow(y1, box, lines) ? undefined : lastLine(outer, y1);
  return {
    x0,
    x1,
    y0: above === undefined ? y0 : above.y - above.size,
    y1: below === undefined ? y1 : below.y + AFTER_ROW * below.size,
  };
}
