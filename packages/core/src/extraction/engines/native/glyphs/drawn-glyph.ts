import type { Rect } from "../../../geometry/rect.ts";
import type { GlyphWriter } from "./glyph-writer.ts";

/** A character drawn as a path, and the glyph it belongs to. */
export interface DrawnGlyph {
  readonly text: string;
  readonly box: Rect;
  /** The index of the glyph with the same font, size and baseline. */
  readonly like: number;
}

/** Writes a drawn character as a horizontal glyph; its space must be reserved. */
export function writeDrawnGlyph({ text, box, like }: DrawnGlyph, glyphs: GlyphWriter): void {
  const { x, y, advance, angle, size, font, flags } = glyphs;
  const own = glyphs.count++;
  glyphs.text[own] = text;
  x[own] = box.x0;
  y[own] = y[like] ?? 0;
  advance[own] = box.x1 - box.x0;
  angle[own] = 0;
  size[own] = size[like] ?? 0;
  font[own] = font[like] ?? 0;
  flags[own] = flags[like] ?? 0;
}
