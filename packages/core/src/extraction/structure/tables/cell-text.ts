import { boxAround } from "../../geometry/rect.ts";
import { type Continuation, continuationOf } from "../../layout/order/hyphens.ts";
import { endsInHyphen, type WordUse } from "../../layout/order/word-use.ts";
import { isMarker, markerOf } from "../geometry/markers.ts";
import { NOWHERE, type Piece, roundedBox } from "../geometry/piece.ts";
import type { TableCell } from "../model/page-structure.ts";
import { cellBlocks } from "./cell-blocks.ts";

/** The text of a cell with its box, and its blocks if there are several. */
export type CellText = Pick<TableCell, "text" | "box" | "blocks">;

/** The text of a cell's pieces, from top to bottom; words broken at a line's end are whole. */
export function cellText(pieces: readonly Piece[]): CellText {
  const [only, other] = pieces;
  if (only !== undefined && other === undefined) return { text: only.text, box: roundedBox(only.box) };
  return textOf(pieces, paragraphsOf(pieces));
}

/** The text of a cell whose elements are known: each of them is a block, but a marker belongs to the next one. */
export function taggedCellText(elements: readonly (readonly Piece[])[]): CellText {
  const paragraphs = elements.map((pieces) => joinedLines(pieces.map(({ text }) => text)));
  const joined: string[] = [];
  let marker = "";
  for (const text of paragraphs) {
    if (isMarker(text)) {
      if (marker !== "") joined.push(marker);
      marker = text;
      continue;
    }
    joined.push(marker === "" ? text : `${marker} ${text}`);
    marker = "";
  }
  if (marker !== "") joined.push(marker);
  return textOf(elements.flat(), joined);
}

function textOf(pieces: readonly Piece[], paragraphs: readonly string[]): CellText {
  const box = roundedBox(boxAround(pieces.map((piece) => piece.box)) ?? NOWHERE);
  const blocks = cellBlocks(paragraphs);
  if (blocks === undefined) return { text: paragraphs.join(" "), box };
  return { text: paragraphs.join("\n"), box, blocks };
}

/** Texts whose baselines differ by less than this multiple of their size are in one line. */
export const SAME_LINE = 0.4;

/** A line farther below the one above than others of the cell, by this factor, begins a paragraph. */
const WIDER_STEP = 1.4;

/** The paragraphs of a cell: list items, and what a wider step parts from the lines above. */
function paragraphsOf(pieces: readonly Piece[]): readonly string[] {
  const lines = linesOf(pieces);
  const steps = lines.slice(1).map(({ y }, at) => y - (lines[at]?.y ?? y));
  const usual = Math.min(...steps);
  const paragraphs: string[][] = [];
  for (const [at, { text }] of lines.entries()) {
    const isFirst = at === 0 || markerOf(text) !== undefined || (steps[at - 1] ?? 0) > WIDER_STEP * usual;
    if (isFirst) paragraphs.push([text]);
    else paragraphs.at(-1)?.push(text);
  }
  return paragraphs.map((own) => joinedLines(own));
}

function linesOf(pieces: readonly Piece[]): readonly { readonly text: string; readonly y: number }[] {
  const lines: { text: string; y: number }[] = [];
  for (const { text, y, style } of pieces) {
    const last = lines.at(-1);
    if (last === undefined || Math.abs(y - last.y) >= SAME_LINE * style.size) lines.push({ text, y });
    else last.text += needsBlank(last.text, text) ? ` ${text}` : text;
  }
  return lines;
}

/** Separates lines whose words the whole document decides on: the first one ends with a hyphen. */
const BREAK = "\u2028";
const LINE_END = /[\n\u2028]/u;

/** Joins lines with spaces; `withWholeWords` joins those that may break a word. */
export function joinedLines(lines: readonly string[]): string {
  let joined = "";
  for (const line of lines) {
    if (joined === "") joined = line;
    else if (endsInHyphen(joined)) joined += BREAK + line;
    else joined += needsBlank(joined, line) ? ` ${line}` : line;
  }
  return joined;
}

export function hasBrokenLines(text: string): boolean {
  return text.includes(BREAK);
}

/** The lines of a cell's text, as far as hyphens end them, and its blocks. */
export function brokenLines(text: string): readonly string[] {
  return text.split(LINE_END);
}

/** The text with the words whole that hyphens break at the end of a line. */
export function withWholeWords(text: string, use: WordUse): string {
  if (!hasBrokenLines(text)) return text;
  let joined = "";
  let before = "";
  for (const line of text.split(BREAK)) {
    joined = before === "" ? line : joinedBy(continuationOf(before, line, use), joined, line);
    before = line;
  }
  return joined;
}

function joinedBy(continuation: Continuation, before: string, line: string): string {
  if (continuation === "word") return before.slice(0, -1) + line;
  return continuation === "other" && needsBlank(before, line) ? `${before} ${line}` : before + line;
}

const IDEOGRAPH = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/u;

/** Chinese and Japanese are written without spaces; Korean is not. */
export function needsBlank(before: string, after: string): boolean {
  const end = before.slice(-1);
  if (end === "") return false;
  return !(IDEOGRAPH.test(end) && IDEOGRAPH.test(after.slice(0, 1)));
}
