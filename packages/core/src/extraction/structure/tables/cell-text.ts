import { brokenWord, compoundsIn } from "../../layout/order/hyphens.ts";
import type { Rect } from "../../page/rect.ts";
import { boxAround, type Piece, roundedBox } from "../geometry/piece.ts";

/** The text of a cell's pieces, from top to bottom, and their box; words broken at a line's end are whole. */
export function cellText(pieces: readonly Piece[]): { readonly text: string; readonly box: Rect } {
  const box = roundedBox(boxAround(pieces.map((piece) => piece.box)));
  const [only, other] = pieces;
  if (only !== undefined && other === undefined) return { text: only.text, box };
  return { text: joinedLines(pieces.map(({ text }) => text)), box };
}

/** Joins lines of running text with spaces; words broken at a line's end are whole. */
export function joinedLines(lines: readonly string[]): string {
  if (lines.length === 1) return lines[0] ?? "";
  const compounds = compoundsIn(lines);
  let joined = "";
  let before = "";
  for (const line of lines) {
    if (joined === "") joined = line;
    else if (brokenWord(before, line, compounds)) joined = joined.slice(0, -1) + line;
    else joined += needsBlank(before, line) ? ` ${line}` : line;
    before = line;
  }
  return joined;
}

const IDEOGRAPH = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/u;

/** Chinese and Japanese are written without spaces; Korean is not. */
export function needsBlank(before: string, after: string): boolean {
  const end = before.slice(-1);
  if (end === "") return false;
  return !(IDEOGRAPH.test(end) && IDEOGRAPH.test(after.slice(0, 1)));
}
