import type { Components } from "./components.ts";

/**
 * Components that may be letters, as indices, and their typical height; not meaningful if there are fewer than
 * `FEWEST_GLYPHS`.
 */
export interface GlyphPieces {
  readonly indices: Int32Array;
  /** Median height in pixels; 0 if there are too few. */
  readonly height: number;
  /** Median height in pixels of however few; 0 if there are none. */
  readonly roughHeight: number;
}

/** With fewer components, the letter height cannot be determined. */
const FEWEST_GLYPHS = 20;

/** Smaller components are dots and grain, in pixels. */
const LOWEST = 5;

/** Larger components are pictures and frames, as a fraction of the page's longer side. */
const HIGHEST = 0.1;

/** Maximum ratio of a letter's width to its height, and of its height to its width. */
const WIDEST = 3;
const SLIMMEST = 6;

/** Frames and circles fill less of their bounding box. */
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
    // Use the longer side, because width and height are swapped in vertical text.
    if (Math.max(width, height) < LOWEST || Math.max(width, height) > highest) continue;
    if (width > WIDEST * height || height > SLIMMEST * width) continue;
    if ((area[i] ?? 0) < LEAST_FILLED * width * height) continue;
    indices.push(i);
  }
  const heights = Int32Array.from(indices, (i) => (y1[i] ?? 0) - (y0[i] ?? 0)).toSorted();
  const roughHeight = heights[heights.length >> 1] ?? 0;
  const height = heights.length < FEWEST_GLYPHS ? 0 : roughHeight;
  return { indices: Int32Array.from(indices), height, roughHeight };
}
