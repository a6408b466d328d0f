import { GLYPH, type Glyphs } from "../../../page/page-content.ts";
import { ARTIFACT, UNTAGGED } from "../../../page/page-tags.ts";
import type { MarkedGlyphs } from "./marked-glyphs.ts";

/** Least share of the page's text, without artifacts, that the structure must cover. */
const COVERING = 0.95;

/**
 * An untagged glyph, such as the hyphen at a line's end, belongs to the previous glyph if it is closer than this, in
 * sizes.
 */
const NEXT_TO = 0.5;

/**
 * The number that each glyph's marked content has in `numbers`, or `UNTAGGED` or `ARTIFACT`; undefined if the structure
 * does not cover the page.
 */
export function numberedGlyphs(
  glyphs: Glyphs,
  marked: MarkedGlyphs,
  numbers: ReadonlyMap<number, number>,
): Int32Array | undefined {
  if (numbers.size === 0) return undefined;
  const { count, flags } = glyphs;
  const tags = marked.tagsOf(count);
  const own = new Int32Array(count);
  let inside = 0;
  let all = 0;
  for (let i = 0; i < count; i++) {
    const tag = tags[i] ?? ARTIFACT;
    const follows = tag === UNTAGGED && i > 0 && isNextTo(i - 1, i, glyphs);
    const number = follows ? (own[i - 1] ?? UNTAGGED) : (numbers.get(tag) ?? Math.min(tag, UNTAGGED));
    own[i] = number;
    if (tag === ARTIFACT || ((flags[i] ?? 0) & (GLYPH.BLANK | GLYPH.OFF_PAGE)) !== 0) continue;
    all++;
    if (number >= 0) inside++;
  }
  return inside > 0 && inside >= COVERING * all ? own : undefined;
}

/** More artifacts than this share of a page's text, and this many glyphs, are not only running headers. */
const MOST_ARTIFACTS = 0.5;
const FEW_ARTIFACTS = 300;

/** Whether most of the page's text is marked as artifacts. */
export function isMostlyArtifact(numbers: Int32Array): boolean {
  let artifacts = 0;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] === ARTIFACT) artifacts++;
  return artifacts > FEW_ARTIFACTS && artifacts > MOST_ARTIFACTS * numbers.length;
}

function isNextTo(before: number, i: number, { x, y, advance, size }: Glyphs): boolean {
  const reach = NEXT_TO * (size[i] ?? 0);
  const end = (x[before] ?? 0) + (advance[before] ?? 0);
  return Math.abs((y[i] ?? 0) - (y[before] ?? 0)) < reach && Math.abs((x[i] ?? 0) - end) < reach;
}
