import { GLYPH } from "../../page/page-content.ts";
import type { GlyphWriter } from "./glyph-writer.ts";

const BULLET = "•";

/** A bullet stands at most this far before its text, in multiples of the text's size. */
const REACH = 3;

/** Glyphs of one line stand no farther above one another, in fractions of the size. */
const ONE_LINE = 0.3;

/**
 * Glyphs of a font that nobody can read, each alone at the start of a line, are bullets: some programs number the signs
 * of their fonts of ornaments anew and tell nobody. A blank may follow in the same font.
 */
export function nameUnknownBullets(glyphs: GlyphWriter): void {
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

function isUnknown(i: number, { flags }: GlyphWriter): boolean {
  return ((flags[i] ?? 0) & GLYPH.UNMAPPED) !== 0;
}

/** How many glyphs make the bullet that starts at `i`; 0 where it is none. */
function bulletAt(i: number, glyphs: GlyphWriter): 0 | 1 | 2 {
  if (i > 0 && areOnOneLine(i - 1, i, glyphs)) return 0;
  const length = isUnknown(i + 1, glyphs) && glyphs.font[i + 1] === glyphs.font[i] ? 2 : 1;
  const next = i + length;
  const isText = next < glyphs.count && !isUnknown(next, glyphs) && areOnOneLine(i, next, glyphs);
  const gap = (glyphs.x[next] ?? 0) - (glyphs.x[i] ?? 0);
  return isText && gap > 0 && gap <= REACH * (glyphs.size[next] ?? 0) ? length : 0;
}

function areOnOneLine(a: number, b: number, { x, y, size }: GlyphWriter): boolean {
  const isLevel = Math.abs((y[a] ?? 0) - (y[b] ?? 0)) < ONE_LINE * (size[b] ?? 0);
  return isLevel && (x[b] ?? 0) > (x[a] ?? 0);
}
