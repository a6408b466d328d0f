import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Largest gap between the dots of one leader, in fractions of the font size. */
export const LEADER_GAP = 2.5;

const ELLIPSIS = "\u2026";

/** Fewer dots are an ellipsis. */
const FEWEST_DOTS = 4;

/** Longer text is not a page number or an amount. */
export const LONGEST_END = 14;

/** A page number, with or without its chapter, or an amount. */
const END = /^[\p{Sc}(]?(?:[\p{L}\p{N}.,:–-]*\p{N}[\p{N}.,–-]*[)%]?|[ivxlcdm]+)$/iu;

/** A footnote mark is smaller than its line by this factor. */
const SMALLER = 0.85;

/**
 * Whether neighbouring glyphs are dots of a leader, which guides the eye from an entry to its page number. They are
 * written without spaces however far apart they are drawn, so that they do not widen the page.
 */
export function areLeaders(glyphs: ReadingGlyphs, before: number, own: number): boolean {
  const text = glyphs.text(own);
  return text === glyphs.text(before) && isDot(text);
}

/**
 * The index at which the short text after a leader starts; 0 if there is none. List ends are aligned on the page, while
 * the entries and their dots vary in length.
 */
export function startOfLeaderEnd(stretch: Int32Array, glyphs: ReadingGlyphs): number {
  for (let at = stretch.length - 1; at >= Math.max(1, stretch.length - LONGEST_END); at--) {
    if (!endsLeader(stretch, glyphs, at)) continue;
    return isLeaderEnd(stretch.subarray(at), glyphs.size(stretch[at - 1] ?? 0), glyphs) ? at : 0;
  }
  return 0;
}

/** Whether glyphs are the end of a leader with dots of a given size. */
export function isLeaderEnd(stretch: Int32Array, size: number, glyphs: ReadingGlyphs): boolean {
  if (stretch.length > LONGEST_END || glyphs.size(stretch[0] ?? 0) < SMALLER * size) return false;
  return END.test(Array.from(stretch, (i) => glyphs.text(i)).join(""));
}

/** Whether the last glyphs, or the last before `end`, are leader dots. */
export function endsLeader(stretch: Int32Array, glyphs: ReadingGlyphs, end = stretch.length): boolean {
  let dots = 0;
  for (let at = end - 1; at >= 0; at--) {
    const text = glyphs.text(stretch[at] ?? 0);
    if (!isDot(text)) return false;
    dots += text === ELLIPSIS ? 3 : 1;
    if (dots >= FEWEST_DOTS) return true;
  }
  return false;
}

/** Compared one by one, because every segment asks for its last glyphs. */
function isDot(text: string): boolean {
  return text === "." || text === ELLIPSIS || text === "\u00b7" || text === "\u2024";
}
