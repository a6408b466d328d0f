import { GLYPH } from "../../../page/page-content.ts";
import type { GlyphWriter } from "./glyph-writer.ts";

const BULLET = "•";

/** Largest distance of a bullet before its text, in multiples of the text size. */
const REACH = 3;

/** Least distance, in fractions of that size; closer glyphs are letters of a word. */
const LEAST_GAP = 0.15;

/** Largest vertical distance between glyphs of one line, in fractions of the size. */
const ONE_LINE = 0.3;

/**
 * Unmapped glyphs that are each alone at the start of a line are bullets: some programs renumber the glyphs of symbol
 * fonts without a map. A blank may follow in the same font.
 */
export function nameUnknownBullets(glyphs: GlyphWriter): void {
  nameSignsAmongLetters(glyphs);
  const starts: number[] = [];
  const others = new Set<number>();
  for (let i = 0; i < glyphs.count; i++) {
    if (!isUnknown(i, glyphs)) continue;
    const length = bulletAt(i, glyphs);
    if (length === 0) others.add(glyphs.font[i] ?? 0);
    else starts.push(i);
    i += Math.max(0, length - 1);
  }
  for (const i of starts) {
    if (others.has(glyphs.font[i] ?? 0)) continue;
    if (bulletAt(i, glyphs) === 2) glyphs.rewrite(i + 1, " ");
    glyphs.rewrite(i, BULLET);
  }
}

/** Least number of lines that a bullet starts; it occurs nowhere else. */
const FEWEST_SIGNS = 3;

/** Least gap between a bullet and its text, in multiples of the bullet's size. */
const SIGN_GAP = 0.2;

/** In a font with letters, a symbol that only starts lines, apart from their text, is a bullet. */
function nameSignsAmongLetters(glyphs: GlyphWriter): void {
  const places = new Map<string, number[]>();
  const letters = new Set<string>();
  for (let i = 0; i < glyphs.count; i++) {
    if (!isUnknown(i, glyphs)) continue;
    const text = glyphs.text[i] ?? "";
    if (text.charCodeAt(0) <= LAST_ASCII) continue;
    const sign = `${glyphs.font[i]} ${text}`;
    if (!isSignAt(i, glyphs)) letters.add(sign);
    const before = places.get(sign);
    if (before === undefined) places.set(sign, [i]);
    else before.push(i);
  }
  for (const [sign, indices] of places) {
    if (letters.has(sign) || indices.length < FEWEST_SIGNS) continue;
    for (const i of indices) glyphs.rewrite(i, BULLET);
  }
}

/** ASCII letters and digits number list items. */
const LAST_ASCII = 0x7e;

function isSignAt(i: number, glyphs: GlyphWriter): boolean {
  if (i > 0 && areOnOneLine(i - 1, i, glyphs)) return false;
  let next = i + 1;
  while (next < glyphs.count && ((glyphs.flags[next] ?? 0) & GLYPH.BLANK) !== 0) next++;
  if (next >= glyphs.count || !areOnOneLine(i, next, glyphs)) return false;
  const gap = (glyphs.x[next] ?? 0) - (glyphs.x[i] ?? 0) - (glyphs.advance[i] ?? 0);
  return gap > SIGN_GAP * (glyphs.size[i] ?? 0) && gap <= REACH * (glyphs.size[next] ?? 0);
}

function isUnknown(i: number, { flags }: GlyphWriter): boolean {
  return ((flags[i] ?? 0) & GLYPH.UNMAPPED) !== 0;
}

/** The number of glyphs of the bullet at `i`; 0 if it is not one. */
function bulletAt(i: number, glyphs: GlyphWriter): 0 | 1 | 2 {
  if (i > 0 && areOnOneLine(i - 1, i, glyphs)) return 0;
  const length = isUnknown(i + 1, glyphs) && glyphs.font[i + 1] === glyphs.font[i] ? 2 : 1;
  const next = i + length;
  const isText = next < glyphs.count && !isUnknown(next, glyphs) && areOnOneLine(i, next, glyphs);
  return isText && isSetApart(i, next, glyphs) ? length : 0;
}

function isSetApart(i: number, next: number, { x, advance, size, flags }: GlyphWriter): boolean {
  const own = size[next] ?? 0;
  const step = (x[next] ?? 0) - (x[i] ?? 0);
  const isSeparated = next > i + 1 || ((flags[next] ?? 0) & GLYPH.BLANK) !== 0;
  return step > 0 && step <= REACH * own && (isSeparated || step - (advance[i] ?? 0) >= LEAST_GAP * own);
}

function areOnOneLine(a: number, b: number, { x, y, size }: GlyphWriter): boolean {
  const isLevel = Math.abs((y[a] ?? 0) - (y[b] ?? 0)) < ONE_LINE * (size[b] ?? 0);
  return isLevel && (x[b] ?? 0) > (x[a] ?? 0);
}
