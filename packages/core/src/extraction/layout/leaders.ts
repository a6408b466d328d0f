import type { ReadingGlyphs } from "./reading-glyphs.ts";

/** Between the dots of one leader, in fractions of the font size: wider ones would be dots by themselves. */
export const LEADER_GAP = 2.5;

const DOTS = new Set([".", "\u00b7", "\u2024", "\u2026"]);

/**
 * Whether neighbours are dots of a leader, which guides the eye from an entry to its page number. However far apart they
 * are drawn, they are written without blanks: nobody reads them, and they must not widen the page.
 */
export function areLeaders(glyphs: ReadingGlyphs, before: number, own: number): boolean {
  const text = glyphs.text(own);
  return text === glyphs.text(before) && DOTS.has(text);
}
