import { GLYPH, type FontFacts } from "../../../page/page-content.ts";
import { annotationBox } from "./annotation-box.ts";
import { type Dict, stringToPDFString } from "../generated/pdfjs-core.mjs";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";

/** Default font size in points. */
const DEFAULT_SIZE = 10;

/** Padding between box and text, in points. */
const PADDING = 2;

/** Mean advance and line pitch of Helvetica, in multiples of its size. */
const ADVANCE = 0.5;
const LEADING = 1.2;

const FONT = {
  facts: { name: "Helvetica", ascent: 0.75, descent: -0.25, vertical: false },
} as const satisfies {
  facts: FontFacts;
};

/** Writes the text of a text box without an appearance stream, about as PDF viewers do. */
export function writeFreeText(annotation: Dict, glyphs: GlyphWriter, { matrix, clip }: GraphicsState): void {
  const contents = annotation.get("Contents");
  const box = annotationBox(annotation, matrix);
  if (typeof contents !== "string" || !box) return;
  const size = fontSizeOf(annotation.get("DA")) || DEFAULT_SIZE;
  const isOffPage = box.x1 < clip.x0 || box.x0 > clip.x1 || box.y1 < clip.y0 || box.y0 > clip.y1;
  for (const [row, line] of stringToPDFString(contents)
    .split(/\r\n?|\n/u)
    .entries()) {
    const baseline = box.y0 + PADDING + size * (FONT.facts.ascent + row * LEADING);
    writeLine(
      line,
      { x: box.x0 + PADDING, y: baseline, size, flags: isOffPage ? GLYPH.OFF_PAGE : 0 },
      glyphs,
    );
  }
}

interface LineStart {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly flags: number;
}

function writeLine(line: string, { x, y, size, flags }: LineStart, glyphs: GlyphWriter): void {
  const font = glyphs.indexOf(FONT);
  for (const [column, character] of Array.from(line).entries()) {
    if (!glyphs.reserve()) return;
    const index = glyphs.count++;
    glyphs.text[index] = character;
    glyphs.x[index] = x + column * size * ADVANCE;
    glyphs.y[index] = y;
    glyphs.advance[index] = size * ADVANCE;
    glyphs.angle[index] = 0;
    glyphs.size[index] = size;
    glyphs.font[index] = font;
    glyphs.flags[index] = character.trim() === "" ? flags | GLYPH.BLANK : flags;
  }
}

/** The font size in a default appearance string such as "/Helv 12 Tf 0 g"; 0 if there is none. */
export function fontSizeOf(appearance: unknown): number {
  if (typeof appearance !== "string") return 0;
  return Number(/(?<![\d.])([\d.]+)\s+Tf\b/.exec(appearance)?.[1] ?? 0) || 0;
}
