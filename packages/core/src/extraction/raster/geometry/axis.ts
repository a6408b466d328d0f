import type { Components } from "../ink/components.ts";
import type { GlyphPieces } from "../ink/glyph-pieces.ts";

/** Direction of the lines of text; `unclear` if it cannot be determined. */
export type TextAxis = "horizontal" | "vertical" | "unclear";

/** Minimum ratio of the alignment along one axis to that along the other. */
const CLEAR_RATIO = 1.25;

/** Letters are aligned if their edges fall into the same strip; strip size as a fraction of the letter height. */
const STRIP = 0.125;

/** Edges are compared within this many letter heights, because text columns have separate lines. */
const TILE = 40;

/** Skew in degrees under the assumption that lines are horizontal or vertical; vertical skew is of the rotated page. */
export interface Slopes {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Returns the direction of the lines of text. Letters of a line share a baseline, and many share their top edge; their
 * left and right edges are not aligned.
 */
export function textAxisOf(components: Components, letters: GlyphPieces, slopes: Slopes): TextAxis {
  if (letters.height === 0) return "unclear";
  const { x0, y0, x1, y1 } = components;
  const rise = Math.tan((slopes.horizontal * Math.PI) / 180);
  const lean = -Math.tan((slopes.vertical * Math.PI) / 180);
  const across = (edge: Int32Array): number => inLine(letters, { edge, along: x0, slope: rise });
  const down = (edge: Int32Array): number => inLine(letters, { edge, along: y0, slope: lean });
  const ratio = Math.max(across(y0), across(y1)) / Math.max(down(x0), down(x1));
  if (ratio > CLEAR_RATIO) return "horizontal";
  return ratio < 1 / CLEAR_RATIO ? "vertical" : "unclear";
}

function inLine(
  { indices, height }: GlyphPieces,
  { edge, along, slope }: { readonly edge: Int32Array; readonly along: Int32Array; readonly slope: number },
): number {
  const strip = Math.max(2, height * STRIP);
  const tile = TILE * height;
  return concentration(indices, (i) => {
    const place = along[i] ?? 0;
    const level = Math.round(((edge[i] ?? 0) - slope * place) / strip);
    return Math.floor(place / tile) * STRIPS_OF_A_TILE + level;
  });
}

/** More strips than a page has. */
const STRIPS_OF_A_TILE = 1e6;

/** Returns the average number of letters in the strip of a letter. */
function concentration(indices: Int32Array, stripOf: (index: number) => number): number {
  const strips = new Map<number, number>();
  for (const index of indices) {
    const strip = stripOf(index);
    strips.set(strip, (strips.get(strip) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of strips.values()) sum += count * count;
  return sum / indices.length;
}
