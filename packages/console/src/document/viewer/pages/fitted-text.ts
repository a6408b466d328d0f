import type { PageLine } from "../../model/viewed-document.ts";

/** Width of a character of the monospace, in ems. */
const ADVANCE = 0.6;
/** Pixels at both sides of a text and of its border. */
const MARGIN = 18;
export const MAX_FONT = 13;
/** A text for which columns are made; well readable. */
const GOOD_FONT = 10;
/** Smaller type cannot be read; the text then scrolls sideways. */
const [MIN_FONT, MIN_FONT_NARROW] = [9, 12];
const NARROW = 480;

/** The largest type in which the longest line fits, in pixels. */
export function fittedFont(lines: readonly PageLine[], width: number, narrow: boolean): number {
  const least = narrow && width < NARROW ? MIN_FONT_NARROW : MIN_FONT;
  const fitting = (width - MARGIN) / (longest(lines) * ADVANCE);
  return Math.min(MAX_FONT, Math.max(least, Math.floor(fitting * 10) / 10));
}

/** The pixels that the lines need in well readable type. */
export function widthOf(lines: readonly PageLine[]): number {
  return Math.ceil(longest(lines) * ADVANCE * GOOD_FONT) + MARGIN;
}

function longest(lines: readonly PageLine[]): number {
  return Math.max(1, ...lines.map(({ text }) => text.trimEnd().length));
}
