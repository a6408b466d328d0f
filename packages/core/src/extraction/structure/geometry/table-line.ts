import { union } from "../../geometry/rect.ts";
import type { Rulings } from "../../layout/tables/rulings.ts";
import type { Piece } from "./piece.ts";

/** Horizontal ruling lines in a table, from top to bottom. */
export type LevelRules = Rulings["horizontal"];

/** One line of text inside a table: its pieces from left to right. */
export interface TableLine {
  readonly pieces: readonly Piece[];
  /** Baseline. */
  readonly y: number;
  readonly size: number;
}

/** A line of a table; signs that stand apart, such as "$" and "%", are joined with their number. */
export function tableLine(pieces: readonly Piece[], y: number, size: number): TableLine {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && areSignAndNumber(last, piece))
      joined[joined.length - 1] = joinedPiece(last, piece);
    else joined.push(piece);
  }
  return { pieces: joined, y, size };
}

const SIGN_BEFORE = /^\(?[$€£¥₹]\s?\(?$/u;
const SIGN_AFTER = /^(?:%|\)%?|[$€£¥])$/u;

/** Most texts are longer than any sign. */
const LONGEST_BEFORE = 4;
const LONGEST_AFTER = 2;

const FIGURE = /^[-–−+(]?\d[\d.,\s]*\)?$|^[-–—−]$/u;

/** A sign before its number may be at the left edge of its column; one after it is close. */
const FARTHEST_BEFORE = 12;
const FARTHEST_AFTER = 1.5;

function areSignAndNumber(a: Piece, b: Piece): boolean {
  const gap = (b.x0 - a.x1) / b.style.size;
  if (a.text.length <= LONGEST_BEFORE && SIGN_BEFORE.test(a.text))
    return gap < FARTHEST_BEFORE && FIGURE.test(b.text);
  return (
    b.text.length <= LONGEST_AFTER && SIGN_AFTER.test(b.text) && gap < FARTHEST_AFTER && FIGURE.test(a.text)
  );
}

function joinedPiece(a: Piece, b: Piece): Piece {
  return {
    ...b,
    text: a.text + b.text,
    x0: Math.min(a.x0, b.x0),
    x1: Math.max(a.x1, b.x1),
    box: union(a.box, b.box),
    confidence: Math.min(a.confidence, b.confidence),
  };
}

/** A piece and the columns that it covers. */
export interface CellPiece {
  readonly piece: Piece;
  readonly column: number;
  readonly columnSpan: number;
}

/** A line of a table whose columns are known. */
export interface CellLine {
  readonly cells: readonly CellPiece[];
  readonly y: number;
  readonly size: number;
}

/** Whether cells begin with a text in the first column that is no number. */
export function hasLabel(cells: readonly CellPiece[]): boolean {
  return cells.some(({ piece, column }) => column === 0 && !isNumeric(piece.text));
}

const NUMBER =
  /^[-–−+(]?\s*(?:[$€£¥]|[A-Z]{3}\s)?\s*[-–−+(]?\d[\d.,'’\s]*\s*(?:[%)€$£¥*†]|[a-z]{1,3}\b|[A-Z]{3}\b)*\)?$/u;
const NO_VALUE = /^(?:[-–—−*.:…]+|n\/?a|n\.a\.)$/iu;

/** The error, interval or share that follows a number: "25.2 (0.46)", "81.3 ± 0.4", "1.2 [0.9, 1.5]". */
const SPREAD = /(?<=\d%?)\s*(?:±\s*\d[\d.,]*%?|[([][-–−]?\d[\d.,;%\s–-]*[)\]])$/u;

/** The time of a train. */
const TIME = /^\d{1,2}:\d{2}$/u;

/** Whether a cell holds a number or a time, with its sign, unit and spread, or the sign for a missing one. */
export function isNumeric(text: string): boolean {
  return NUMBER.test(text) || NO_VALUE.test(text) || TIME.test(text) || NUMBER.test(text.replace(SPREAD, ""));
}

const YEAR = /^(?:19|20)\d\d$/u;

/** Whether a number is a year, which labels a column as a word does. */
export function isYear(text: string): boolean {
  return YEAR.test(text);
}
