import type { Rulings } from "../../layout/tables/rulings.ts";
import type { Piece } from "../geometry/piece.ts";

/** Horizontal ruling lines in a table, from top to bottom. */
export type LevelRules = Rulings["horizontal"];

/** One line of text inside a table: its pieces from left to right. */
export interface TableLine {
  readonly pieces: readonly Piece[];
  /** Baseline. */
  readonly y: number;
  readonly size: number;
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

const NUMBER =
  /^[-–−+(]?\s*(?:[$€£¥]|[A-Z]{3}\s)?\s*[-–−+(]?\d[\d.,'’\s]*\s*(?:[%)€$£¥*†]|[a-z]{1,3}\b|[A-Z]{3}\b)*\)?$/u;
const NO_VALUE = /^(?:[-–—−*.:…]+|n\/?a|n\.a\.)$/iu;

/** Whether a cell holds a number, with its sign and unit, or the sign for a missing one. */
export function isNumeric(text: string): boolean {
  return NUMBER.test(text) || NO_VALUE.test(text);
}
