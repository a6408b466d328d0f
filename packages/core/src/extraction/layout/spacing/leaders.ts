import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Between the dots of one leader, in fractions of the font size: wider ones would be dots by themselves. */
export const LEADER_GAP = 2.5;

const DOTS = new Set([".", "\u00b7", "\u2024", "\u2026"]);

/** Fewer dots are an ellipsis. */
const FEWEST_DOTS = 4;

/** What has more characters is a text of its own rather than the number of a page or an amount. */
const LONGEST_END = 14;

/** The number of a page, a chapter's with it, or an amount. */
const END = /^[\p{Sc}(]?(?:[\p{L}\p{N}.,:–-]*\p{N}[\p{N}.,–-]*[)%]?|[ivxlcdm]+)$/iu;

/** A note's number is smaller than its line by this factor. */
const SMALLER = 0.85;

/**
 * Whether neighbours are dots of a leader, which guides the eye from an entry to its page number. However far apart they
 * are drawn, they are written without blanks: nobody reads them, and they must not widen the page.
 */
export function areLeaders(glyphs: ReadingGlyphs, before: number, own: number): boolean {
  const text = glyphs.text(own);
  return text === glyphs.text(before) && DOTS.has(text);
}

/**
 * Where in a stretch the short end begins that a leader in it leads to; 0 where there is none. The ends of a list stand
 * below one another on the page, but the entries and their dots are as long as their letters make them.
 */
export function startOfLeaderEnd(stretch: Int32Array, glyphs: ReadingGlyphs): number {
  for (let at = stretch.length - 1; at >= Math.max(1, stretch.length - LONGEST_END); at--) {
    if (!endsLeader(stretch, glyphs, at)) continue;
    return isLeaderEnd(stretch.subarray(at), glyphs.size(stretch[at - 1] ?? 0), glyphs) ? at : 0;
  }
  return 0;
}

/** Whether a stretch is what leaders of dots of a size lead to. */
export function isLeaderEnd(stretch: Int32Array, size: number, glyphs: ReadingGlyphs): boolean {
  if (stretch.length > LONGEST_END || glyphs.size(stretch[0] ?? 0) < SMALLER * size) return false;
  return END.test(Array.from(stretch, (i) => glyphs.text(i)).join(""));
}

/** Whether the last glyphs of a stretch, or the last before `end`, are the dots of a leader. */
export function endsLeader(stretch: Int32Array, glyphs: ReadingGlyphs, end = stretch.length): boolean {
  let dots = 0;
  for (let at = end - 1; at >= 0 && isDot(stretch, at, glyphs); at--) {
    dots += glyphs.text(stretch[at] ?? 0) === "\u2026" ? 3 : 1;
    if (dots >= FEWEST_DOTS) return true;
  }
  return false;
}

function isDot(stretch: Int32Array, at: number, glyphs: ReadingGlyphs): boolean {
  return DOTS.has(glyphs.text(stretch[at] ?? 0));
}
