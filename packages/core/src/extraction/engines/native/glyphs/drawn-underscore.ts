import type { Rect } from "../../../geometry/rect.ts";
import { writeDrawnGlyph } from "./drawn-glyph.ts";
import type { GlyphWriter } from "./glyph-writer.ts";

/** Length range of an underscore drawn as a line, in fractions of the font size. TeX draws them all this way. */
const SHORTEST = 0.2;
const LONGEST = 0.7;

/** Largest thickness, and largest gap to the previous letter, in fractions of the font size. */
const THICKEST = 0.1;
const NEAR = 0.12;

/** Vertical range relative to the baseline, in fractions of the font size. */
const HIGHEST = 0.06;
const LOWEST = 0.15;

/** Writes an underscore if a painted path with these bounds is one directly after the last glyph. */
export function writeDrawnUnderscore(bounds: Rect, glyphs: GlyphWriter): void {
  const last = glyphs.count - 1;
  if (last < 0 || !isUnderscoreAfter(last, bounds, glyphs) || !glyphs.reserve()) return;
  writeDrawnGlyph({ text: "_", box: bounds, like: last }, glyphs);
}

function isUnderscoreAfter(last: number, { x0, y0, x1, y1 }: Rect, glyphs: GlyphWriter): boolean {
  const size = glyphs.size[last] ?? 0;
  const width = x1 - x0;
  // Fast path: most paths fail this test.
  if (!(width >= SHORTEST * size && width <= LONGEST * size && y1 - y0 <= THICKEST * size)) return false;
  const baseline = glyphs.y[last] ?? 0;
  const end = (glyphs.x[last] ?? 0) + (glyphs.advance[last] ?? 0);
  return (
    glyphs.angle[last] === 0 &&
    y0 >= baseline - HIGHEST * size &&
    y1 <= baseline + LOWEST * size &&
    Math.abs(x0 - end) <= NEAR * size &&
    /[\p{L}\p{N}]$/u.test(glyphs.text[last] ?? "")
  );
}
