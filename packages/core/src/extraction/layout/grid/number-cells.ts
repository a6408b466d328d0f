import { median } from "../../geometry/median.ts";
import { isRightToLeft } from "../glyphs/characters.ts";
import { NUMBER_GAP } from "./columns.ts";
import type { Row } from "../rows/rows.ts";
import { SEGMENT_WORD, type Segment } from "../rows/segment.ts";
import { partsOfSegment, type SegmentWord, wordsOfSegment } from "../rows/segment-parts.ts";

/** A number with currency signs, brackets and the like; dates, times and list numbers do not match. */
const NUMBER =
  /^[\p{Sc}+\u2212\u2013-]*(?<open>\(?)[\p{Sc}+\u2212\u2013-]*(?:\d[\d.,'\u2019]*)?\d%?(?<close>\)?)[%*\u2020\u2021]*$/u;

/** Placeholders for a number. */
const NONE = /^(?:[-\u2013\u2014]+|\.{2,}|\u2026|N\/?A|n\/a|n\.a\.|\((?:NA|[DSXZ])\))$/u;

/** Fast check: most lines have no two adjacent numbers. */
const NEIGHBOURS = /[\d)%\u2013-] [\p{Sc}(+\u2212\u2013-]*\d|\d[)%]* [-\u2013\u2014](?: |$)/u;

/** Part of a number with spaces as thousands separators. */
const THOUSANDS = /^\d{3}(?:[.,]\d+)?[)%]*$/u;

/** The gap between number cells exceeds the word spacing by this factor. */
const WIDER = 1.5;

/** Default word spacing, in fractions of the font size, if too few words are available. */
const USUAL_BLANK = 0.28;
const FEWEST_BLANKS = 8;

/** Number of words sampled per page. */
const ASKED = 200;

/**
 * Number of rows above and below that are checked for a column between a label and a number, and how many must agree.
 */
const ROWS_CHECKED = 4;
const AGREEING = 2;

/** Number of rows around two close numbers that are searched for a table. */
const REACH = 16;

/** Number of rows below a heading that must agree. */
const AGREEING_BELOW = 3;

/** The gap between cells exceeds the spaces within them by this factor. */
const WIDER_THAN_OTHERS = 1.4;

/**
 * Splits segments between numbers that are separate cells, and where the surrounding rows start a number column: dense
 * tables have gaps hardly wider than spaces.
 */
export function withNumberCells(rows: readonly Row[]): readonly Row[] {
  const suspects = rows.map(({ segments }) =>
    segments.some((segment) => mayHoldCells(segment) && cutsBetweenNumbers(segment, NUMBER_GAP).length > 0),
  );
  if (!suspects.includes(true)) return rows;
  const least = Math.max(NUMBER_GAP, WIDER * blankOf(rows));
  const cut = rows.map((row, index) =>
    suspects[index] === true ? rowOfParts(row, (segment) => cutsBetweenNumbers(segment, least)) : row,
  );
  return cut.map((row, index) => {
    if (!suspects.slice(Math.max(0, index - REACH), index + REACH).includes(true)) return row;
    const above = cut.slice(Math.max(0, index - ROWS_CHECKED), index);
    const below = cut.slice(index + 1, index + 1 + ROWS_CHECKED);
    return rowOfParts(row, (segment) => cutsAtColumns(segment, above, below, least));
  });
}

function mayHoldCells({ text }: Segment): boolean {
  return NEIGHBOURS.test(text) && !isRightToLeft(text);
}

/** The usual spacing between words other than numbers, in fractions of the font size. */
function blankOf(rows: readonly Row[]): number {
  const gaps: number[] = [];
  for (const segment of rows.flatMap(({ segments }) => segments)) {
    if (gaps.length >= ASKED) break;
    gaps.push(...blanksIn(segment));
  }
  return (gaps.length < FEWEST_BLANKS ? undefined : median(gaps)) ?? USUAL_BLANK;
}

function blanksIn(segment: Segment): readonly number[] {
  const words = wordsOfSegment(segment);
  return gapsOf(words).flatMap((gap, index) => {
    const isAtNumber = /\d/u.test(`${words[index - 1]?.text ?? "0"}${words[index]?.text ?? ""}`);
    return isAtNumber ? [] : [gap / segment.size];
  });
}

/** Indices of the words that start a cell. */
function cutsBetweenNumbers(segment: Segment, least: number): readonly number[] {
  if (!mayHoldCells(segment)) return [];
  const words = wordsOfSegment(segment);
  const gaps = gapsOf(words);
  const cuts = words.flatMap((word, index) => {
    if (index === 0 || (gaps[index] ?? 0) < least * segment.size) return [];
    // A dash before a word is punctuation, not a placeholder.
    const isDash = NONE.test(word.text) && !isCell(words[index + 1]?.text ?? "-");
    return areCells(words[index - 1]?.text ?? "", word.text) && !isDash ? [index] : [];
  });
  // The text before a number may be its label, separated like another cell.
  return areClear(cuts, gaps, (index) => isCell(words[index]?.text ?? "")) ? cuts : [];
}

function gapsOf(words: readonly SegmentWord[]): readonly number[] {
  return words.map((word, index) => (index === 0 ? 0 : word.x0 - (words[index - 1]?.x1 ?? 0)));
}

/** Whether the gaps at `cuts` are wider than all others not in `excepted`. */
function areClear(
  cuts: readonly number[],
  gaps: readonly number[],
  excepted: (index: number) => boolean,
): boolean {
  const narrowest = Math.min(...cuts.map((index) => gaps[index] ?? 0));
  return gaps.every(
    (gap, index) => cuts.includes(index) || gap * WIDER_THAN_OTHERS <= narrowest || excepted(index),
  );
}

function areCells(before: string, own: string): boolean {
  if (!isCell(before) || !isCell(own)) return false;
  return (isNumber(before) || isNumber(own)) && !(/^\d{1,3}$/u.test(before) && THOUSANDS.test(own));
}

function isCell(text: string): boolean {
  return isNumber(text) || NONE.test(text);
}

function isNumber(text: string): boolean {
  const groups = NUMBER.exec(text)?.groups;
  return groups !== undefined && groups["open"]?.length === groups["close"]?.length;
}

/**
 * Indices of words before which surrounding rows end a cell and start a number: between a label and a number, or
 * between two headings of number columns.
 */
function cutsAtColumns(
  segment: Segment,
  above: readonly Row[],
  below: readonly Row[],
  least: number,
): readonly number[] {
  if (segment.words.length <= SEGMENT_WORD.length || isRightToLeft(segment.text)) return [];
  const words = wordsOfSegment(segment);
  const gaps = gapsOf(words);
  const cuts = words.flatMap((word, index) => {
    const before = words[index - 1];
    if (before === undefined || (gaps[index] ?? 0) < least * segment.size) return [];
    const agreeing = (rows: readonly Row[]): number =>
      rows.filter((row) => hasColumnAt(row, before, word)).length;
    const isCut = isNumber(word.text)
      ? agreeing(above) + agreeing(below) >= AGREEING
      : agreeing(below) >= AGREEING_BELOW;
    return isCut ? [index] : [];
  });
  return areClear(cuts, gaps, () => false) ? cuts : [];
}

/**
 * Whether a row has a cell that ends, and a number that starts, in the gap between two words, either below or above
 * both.
 */
function hasColumnAt({ segments }: Row, before: SegmentWord, word: SegmentWord): boolean {
  return segments.some((right, index) => {
    const left = segments[index - 1];
    if (left === undefined || !isCell(right.text)) return false;
    const isGap = Math.min(right.x0, word.x0) - Math.max(left.x1, before.x1) > 0;
    return isGap && left.x0 < before.x1 && right.x1 > word.x0;
  });
}

function rowOfParts(row: Row, cutsOf: (segment: Segment) => readonly number[]): Row {
  let isCut = false;
  const segments = row.segments.flatMap((segment) => {
    const cuts = cutsOf(segment);
    if (cuts.length === 0) return [segment];
    isCut = true;
    return partsOfSegment(segment, cuts);
  });
  return isCut ? { ...row, segments } : row;
}
