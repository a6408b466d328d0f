import type { GlyphWriter } from "./glyph-writer.ts";

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/**
 * Gives the glyphs from `first` on the text that the document says they stand for. Characters are spread evenly over
 * the glyphs, in order; with as many of one as of the other each glyph gets its own.
 */
export function replaceText(glyphs: GlyphWriter, first: number, text: string): void {
  const count = glyphs.count - first;
  if (count <= 0) return;
  const characters = Array.from(text);
  if (drawnBackwards(glyphs, first, text)) characters.reverse();
  let next = 0;
  for (let i = 0; i < count; i++) {
    const end = Math.round(((i + 1) * characters.length) / count);
    glyphs.rewrite(first + i, characters.slice(next, end).join(""));
    next = end;
  }
}

/** Text that reads from right to left, in logical order, for glyphs that were drawn from left to right. */
function drawnBackwards(glyphs: GlyphWriter, first: number, text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && (glyphs.x[glyphs.count - 1] ?? 0) > (glyphs.x[first] ?? 0);
}
