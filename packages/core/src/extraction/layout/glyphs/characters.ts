import { isWideCode } from "../../page/wide-characters.ts";
import { hasMarksOnLetters } from "../../page/asian-scripts.ts";

/** Properties of characters for the layout: which are dropped, how many cells one takes, how far its ink extends. */

const SOFT_HYPHEN = 0xad;

/** The text written for a glyph: ligatures and presentation forms are decomposed, invisible characters dropped. */
export function printable(text: string): string {
  if (text.length === 1) {
    const code = text.charCodeAt(0);
    if (code > 0x20 && code < 0x7f) return text;
    if (code > 0xa0 && code < 0x250 && code !== SOFT_HYPHEN) return text;
  }
  let clean = "";
  for (const character of text)
    clean += isJoiner(character) && takesJoiners(clean) ? character : printableCharacter(character);
  return clean;
}

/** Whether a text is a zero-width joiner or non-joiner, which only some scripts are spelled with. */
export function isJoiner(text: string): boolean {
  return text === "\u200c" || text === "\u200d";
}

/** Whether joiners after a text are part of its spelling, as in Persian and the scripts of South Asia. */
export function takesJoiners(text: string): boolean {
  return hasMarksOnLetters(text) || /[\u0600-\u08ff]$/.test(text);
}

function printableCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0) return code < 0x20 || code >= 0x7f ? "" : character;
  if (isIgnorable(code)) return "";
  if (code === 0xf0b7) return "•";
  if (code === 0xf0a7) return "▪";
  // The isolated form of a mark decomposes to a space and the mark.
  return isCompatibilityForm(code) ? character.normalize("NFKC").replace(" ", "") : character;
}

/** Direction marks, joiners and other characters that never have ink. */
function isIgnorable(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0xfeff
  );
}

/** Ligatures, Arabic presentation forms, and radicals in place of the ideographs with the same shape. */
function isCompatibilityForm(code: number): boolean {
  return (
    (code >= 0xfb00 && code <= 0xfdff) ||
    (code >= 0xfe70 && code < 0xfeff) ||
    (code >= 0x2f00 && code <= 0x2fd5)
  );
}

const ALL_BLANK = /^\s+$/u;

/** Whether a glyph of this text is blank. */
export function isBlank(text: string): boolean {
  if (text === " ") return true;
  return text.charCodeAt(0) >= 0x21 && text.charCodeAt(0) < 0x85 ? false : ALL_BLANK.test(text);
}

/** The first combining character; every character before it takes one cell. */
export const FIRST_MARK = 0x300;

/** The number of grid cells that `text` takes: two for a wide character, none for a combining mark or a joiner. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < FIRST_MARK) cells++;
    else cells += cellsOfCode(text.codePointAt(i) ?? code, code);
  }
  return cells;
}

const COMBINING = /^\p{M}$/u;

function cellsOfCode(code: number, unit: number): number {
  if (unit >= 0xdc00 && unit < 0xe000) return 0;
  if (isWideCode(code)) return 2;
  if (isJoiner(String.fromCharCode(unit))) return 0;
  return code < 0x2000 && COMBINING.test(String.fromCodePoint(code)) ? 0 : 1;
}

/** Whether the first character of `text` is written from right to left. */
export function isRightToLeft(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code < 0x590) return false;
  if (code <= 0x8ff) return code < 0x660 || (code > 0x669 && code < 0x6f0) || code > 0x6f9;
  return (
    (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code < 0xfeff) || isRightToLeftSurrogate(code)
  );
}

function isRightToLeftSurrogate(code: number): boolean {
  return code === 0xd802 || code === 0xd803 || code === 0xd83a || code === 0xd83b;
}
