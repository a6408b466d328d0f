import { SEGMENT_WORD } from "../../../layout/rows/segment.ts";
import { boxAround, type Rect, sharedHeight } from "../../../geometry/rect.ts";
import { hasRelation, isMostlySigns, LARGE_OPERATOR } from "./formula-signs.ts";
import { boxOfLine, type TextLine } from "../page-lines.ts";
import { NOWHERE, type Piece } from "../piece.ts";

/** Consecutive lines: a displayed formula that is set in several levels, or other text. */
export type LineRun = { readonly kind: "text"; readonly lines: readonly TextLine[] } | FormulaRun;

export interface FormulaRun {
  readonly kind: "formula";
  readonly rows: readonly FormulaRow[];
  readonly longest: TextLine;
}

/** One row of a formula, with its fractions and limits in order. */
export interface FormulaRow {
  readonly text: string;
  readonly box: Rect;
  readonly confidence: number;
}

/**
 * Splits lines in reading order at displayed formulas whose fractions or limits are lines of their own.
 *
 * @param left edge of the column that contains the lines
 */
export function withDisplayedFormulas(lines: readonly TextLine[], left: number): readonly LineRun[] {
  if (!lines.some(({ text }) => hasRelation(text))) return [{ kind: "text", lines }];
  const runs: LineRun[] = [];
  let text: TextLine[] = [];
  for (let from = 0; from < lines.length;) {
    const end = endOfDisplay(lines, from, left);
    const own = lines.slice(from, end);
    const rows = own.length < 2 || touchesText(own, lines[from - 1], lines[end]) ? [] : formulaRows(own);
    if (rows.length === 0) {
      const next = Math.max(from + 1, end);
      text.push(...lines.slice(from, next));
      from = next;
      continue;
    }
    if (text.length > 0) runs.push({ kind: "text", lines: text });
    text = [];
    runs.push({ kind: "formula", rows, longest: longestOf(own) });
    from = end;
  }
  if (text.length > 0) runs.push({ kind: "text", lines: text });
  return runs;
}

/** Displayed formulas are indented by this, in multiples of the text size. */
const INDENT = 0.8;

/** Their parts are at most this far apart, in multiples of the larger text size. */
const FARTHEST = 0.8;

/** Larger runs are labels of a drawing. */
const MOST_PARTS = 60;

/** The end of the parts of a formula from `from` on; `from` if none starts there. */
function endOfDisplay(lines: readonly TextLine[], from: number, left: number): number {
  let bottom = Infinity;
  let size = 0;
  let end = from;
  for (; end < Math.min(lines.length, from + MOST_PARTS); end++) {
    const line = lines[end];
    if (line === undefined || line.x0 < left + INDENT * line.size || !isPart(line)) break;
    const box = boxOfLine(line);
    size = Math.max(size, line.size);
    if (box.y0 - bottom > FARTHEST * size) break;
    bottom = bottom === Infinity ? box.y1 : Math.max(bottom, box.y1);
  }
  return end;
}

function isPart({ text, pieces }: TextLine): boolean {
  return (
    isMostlySigns(text) && !pieces.some(({ style, segment }) => style.monospaced || segment.isFilled === true)
  );
}

/** Lines that overlap the text around them are sub- and superscripts of it. */
function touchesText(
  own: readonly TextLine[],
  before: TextLine | undefined,
  after: TextLine | undefined,
): boolean {
  const box = boxAround(own.map((line) => boxOfLine(line)));
  const overlaps = (line: TextLine): boolean =>
    box !== undefined && sharedHeight(boxOfLine(line), box) > TOUCHING * line.size;
  return (before !== undefined && overlaps(before)) || (after !== undefined && overlaps(after));
}

/** Boxes of text and of a formula beside it overlap by less than this, in multiples of the text size. */
const TOUCHING = 0.4;

/** Baselines within this distance are one, in multiples of the text size. */
const SAME_BASELINE = 0.2;

/** Smaller lines, as a share of the largest size, are limits and indices. */
const LIMIT_SIZE = 0.85;

/** Lines without a relation that are this far from those with one, in multiples of the size, are rows, too. */
const ROW_STEP = 1.8;

/** The rows of a formula: lines with a relation, each with what stands above and below it; empty if it is none. */
function formulaRows(lines: readonly TextLine[]): readonly FormulaRow[] {
  const size = Math.max(...lines.map((line) => line.size));
  const axes = lines.filter((line) => line.size >= LIMIT_SIZE * size && hasRelation(line.text));
  if (axes.length === 0 || axes.length === lines.length) return [];
  for (const line of lines) {
    if (!axes.some(({ y }) => Math.abs(y - line.y) < ROW_STEP * size)) axes.push(line);
  }
  const rows = inRows(axes);
  const levels = rows.map(([axis]) => axis?.y ?? 0);
  for (const line of lines) {
    if (axes.includes(line)) continue;
    const away = levels.map((y) => Math.abs(line.y - y));
    rows[away.indexOf(Math.min(...away))]?.push(line);
  }
  return rows.every((row) => isConnected(row, size)) ? rows.map((row) => formulaRow(row, axes)) : [];
}

/** Lines on one baseline, such as a formula and its condition, are one row. */
function inRows(lines: readonly TextLine[]): readonly TextLine[][] {
  const rows: TextLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    const last = rows.at(-1);
    const [first] = last ?? [];
    if (first !== undefined && line.y - first.y < SAME_BASELINE * line.size) last?.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** The parts of a formula are at most this far apart, in multiples of the text size; its number is farther right. */
const WIDEST_GAP = 6;
const NUMBER = /^\(\p{L}?[\d.]{1,6}\p{L}?\)$/u;

function isConnected(row: readonly TextLine[], size: number): boolean {
  let end = Infinity;
  for (const { x0, x1, text } of row.toSorted((a, b) => a.x0 - b.x0)) {
    if (x0 - end > WIDEST_GAP * size && !NUMBER.test(text)) return false;
    end = end === Infinity ? x1 : Math.max(end, x1);
  }
  return true;
}

/** A word on the baseline of a formula, or a text above or below it. */
interface Part {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
}

function formulaRow(lines: readonly TextLine[], axes: readonly TextLine[]): FormulaRow {
  const pieces = lines.flatMap((line) => line.pieces);
  const parts = lines.flatMap((line) =>
    line.pieces.flatMap((piece) => (axes.includes(line) ? wordsOf(piece) : [piece])),
  );
  return {
    text: inOrder(parts)
      .map(({ text }) => text)
      .join(" "),
    box: boxAround(pieces.map(({ box }) => box)) ?? NOWHERE,
    confidence: pieces.reduce((sum, { confidence }) => sum + confidence, 0) / pieces.length,
  };
}

function wordsOf({ text, x0, x1, y, segment: { words } }: Piece): readonly Part[] {
  if (words.length === 0) return [{ text, x0, x1, y }];
  const parts: Part[] = [];
  for (let at = 0; at < words.length; at += SEGMENT_WORD.length) {
    const start = at === 0 ? 0 : words[at];
    parts.push({
      text: text.slice(start, words[at + SEGMENT_WORD.length] ?? text.length).trim(),
      x0: words[at + 2] ?? x0,
      x1: words[at + 4] ?? x1,
      y,
    });
  }
  return parts;
}

/** From left to right; what is set over each other is a stack. */
function inOrder(parts: readonly Part[]): readonly Part[] {
  const stacks: Part[][] = [];
  let end = -Infinity;
  for (const part of parts.toSorted((a, b) => a.x0 + a.x1 - b.x0 - b.x1)) {
    const last = stacks.at(-1);
    const isOver = part.x0 < end && last?.some(({ y }) => y !== part.y) === true;
    if (last !== undefined && isOver) last.push(part);
    else stacks.push([part]);
    end = isOver ? Math.max(end, part.x1) : part.x1;
  }
  return stacks.flatMap((stack) => stackInOrder(stack));
}

/** A fraction from top to bottom; an operator, its lower limit and its upper limit. */
function stackInOrder(stack: readonly Part[]): readonly Part[] {
  const operator = stack.find(({ text }) => LARGE_OPERATOR.test(text));
  if (operator === undefined) return stack.toSorted((a, b) => a.y - b.y || a.x0 - b.x0);
  const others = stack.filter((part) => part !== operator);
  return [operator, ...others.toSorted((a, b) => b.y - a.y || a.x0 - b.x0)];
}

function longestOf(lines: readonly TextLine[]): TextLine {
  return lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
}
