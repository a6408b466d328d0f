import { GLYPH } from "../../../page/page-content.ts";
import type { GlyphWriter } from "./glyph-writer.ts";

/** A letter with vowels or other marks, which are drawn as glyphs of their own, some before it. */
const MARKED_LETTER = /^[\u0590-\u08FF\uFB1D-\uFDFF]\p{M}+$/u;

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/**
 * Assigns the document's replacement text to the glyphs from `first` on. Characters are distributed evenly in order; if
 * the counts match, each glyph gets its own. A glyph without a character is part of the one before it, as in a syllable
 * of more glyphs than letters.
 */
export function replaceText(glyphs: GlyphWriter, first: number, text: string): void {
  const count = glyphs.count - first;
  if (count <= 0) return;
  if (count > 1 && MARKED_LETTER.test(text)) {
    giveToWidest(glyphs, first, text);
    return;
  }
  const characters = Array.from(isUndrawnHyphen(glyphs, first, text) ? "" : text);
  if (drawnBackwards(glyphs, first, text)) characters.reverse();
  let next = 0;
  let last = first;
  for (let i = first; i < glyphs.count; i++) {
    const end = Math.ceil(((i - first + 1) * characters.length) / count);
    glyphs.rewrite(i, characters.slice(next, end).join(""));
    if (end > next) last = i;
    else if (characters.length > 0) glyphs.widen(last, i);
    next = end;
  }
}

/** Gives a text to the widest of the glyphs from `first` on, which is the letter: marks have hardly an advance. */
function giveToWidest(glyphs: GlyphWriter, first: number, text: string): void {
  let widest = first;
  for (let i = first; i < glyphs.count; i++) {
    glyphs.rewrite(i, "");
    if ((glyphs.advance[i] ?? 0) > (glyphs.advance[widest] ?? 0)) widest = i;
  }
  glyphs.rewrite(widest, text);
}

/** Right-to-left text in logical order, for glyphs drawn from left to right. */
function drawnBackwards(glyphs: GlyphWriter, first: number, text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && (glyphs.x[glyphs.count - 1] ?? 0) > (glyphs.x[first] ?? 0);
}

/** InDesign tags a blank with the soft hyphen of a word that is not broken there: nothing is drawn. */
function isUndrawnHyphen(glyphs: GlyphWriter, first: number, text: string): boolean {
  if (text !== "\u00ad") return false;
  return glyphs.flags.subarray(first, glyphs.count).every((flags) => (flags & GLYPH.BLANK) !== 0);
}
