import { GLYPH, type Glyphs } from "../../../page/page-content.ts";
import { ARTIFACT, type MarkedGlyphs, UNTAGGED } from "./marked-glyphs.ts";

/** Least share of the page's text, without artifacts, that the structure must cover. */
const COVERING = 0.95;

const NO_BLOCK = -1;

/**
 * An untagged glyph, such as the hyphen at a line's end, belongs to the previous glyph if it is closer than this, in
 * sizes.
 */
const NEXT_TO = 0.5;

/** The block of each glyph; undefined if the structure does not cover the page. */
export function blocksOfGlyphs(
  glyphs: Glyphs,
  marked: MarkedGlyphs,
  blocks: ReadonlyMap<number, number>,
): Int32Array | undefined {
  if (blocks.size === 0) return undefined;
  const { count, flags } = glyphs;
  const tags = marked.tagsOf(count);
  const own = new Int32Array(count);
  let inside = 0;
  let all = 0;
  for (let i = 0; i < count; i++) {
    const tag = tags[i] ?? ARTIFACT;
    const follows = tag === UNTAGGED && i > 0 && isNextTo(i - 1, i, glyphs);
    const block = follows ? (own[i - 1] ?? NO_BLOCK) : (blocks.get(tag) ?? NO_BLOCK);
    own[i] = block;
    if (tag === ARTIFACT || ((flags[i] ?? 0) & (GLYPH.BLANK | GLYPH.OFF_PAGE)) !== 0) continue;
    all++;
    if (block !== NO_BLOCK) inside++;
  }
  return inside > 0 && inside >= COVERING * all ? own : undefined;
}

function isNextTo(before: number, i: number, { x, y, advance, size }: Glyphs): boolean {
  const reach = NEXT_TO * (size[i] ?? 0);
  const end = (x[before] ?? 0) + (advance[before] ?? 0);
  return Math.abs((y[i] ?? 0) - (y[before] ?? 0)) < reach && Math.abs((x[i] ?? 0) - end) < reach;
}
