import type { Components } from "./components.ts";

/**
 * The pieces of ink that may be letters of the page's text, as indices, and the height that most of them are about;
 * both say nothing when there are fewer than `FEWEST_GLYPHS`.
 */
export interface GlyphPieces {
  readonly indices: Int32Array;
  /** The median height in pixels; 0 when there are too few to say. */
  readonly height: number;
}

/** With fewer pieces a page has no text whose size could be told. */
const FEWEST_GLYPHS = 20;

/** Lower ones are dots and grain, in pixels. */
const LOWEST = 5;

/** Higher ones are pictures and frames, as a fraction of the page's longer side. */
const HIGHEST = 0.1;

/** A letter is at most so many times as wide as high, and as high as wide. */
const WIDEST = 3;
const SLIMMEST = 6;

/** Frames and circles fill less of their box. */
const LEAST_FILLED = 0.12;

export function glyphPiecesOf(
  components: Components,
  page: { readonly width: number; readonly height: number },
): GlyphPieces {
  const { x0, y0, x1, y1, area } = components;
  const highest = HIGHEST * Math.max(page.width, page.height);
  const indices: number[] = [];
  for (let i = 0; i < components.count; i++) {
    const width = (x1[i] ?? 0) - (x0[i] ?? 0);
    const height = (y1[i] ?? 0) - (y0[i] ?? 0);
    // Of text that reads upwards, width and height change places: the longer one counts.
    if (Math.max(width, height) < LOWEST || Math.max(width, height) > highest) continue;
    if (width > WIDEST * height || height > SLIMMEST * width) continue;
    if ((area[i] ?? 0) < LEAST_FILLED * width * height) continue;
    indices.push(i);
  }
  const heights = Int32Array.from(indices, (i) => (y1[i] ?? 0) - (y0[i] ?? 0)).toSorted();
  const height = heights.length < FEWEST_GLYPHS ? 0 : (heights[heights.length >> 1] ?? 0);
  return { indices: Int32Array.from(indices), height };
}
