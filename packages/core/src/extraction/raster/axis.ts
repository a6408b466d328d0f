import type { Components } from "./components.ts";
import type { GlyphPieces } from "./glyph-pieces.ts";

/** Which way the lines of text run; `unclear` where the page does not say. */
export type TextAxis = "horizontal" | "vertical" | "unclear";

/** How many times as well as across its lines letters must stand in line along them. */
const CLEAR_RATIO = 1.25;

/** Letters stand in line when their edges fall into the same strip, as a fraction of their height. */
const STRIP = 0.125;

/** Columns of text have lines of their own: edges are compared over so many letters' heights. */
const TILE = 40;

/**
 * Letters of a line share the height of their feet, and many that of their heads; their left and right edges are
 * anywhere.
 */
export function textAxisOf(components: Components, { indices, height }: GlyphPieces): TextAxis {
  if (height === 0) return "unclear";
  const strip = Math.max(2, height * STRIP);
  const tile = TILE * height;
  const inLine = (edge: Int32Array, along: Int32Array): number =>
    concentration(
      indices,
      (i) => Math.floor((along[i] ?? 0) / tile) * STRIPS_OF_A_TILE + Math.round((edge[i] ?? 0) / strip),
    );
  const { x0, y0, x1, y1 } = components;
  const ratio = Math.max(inLine(y0, x0), inLine(y1, x0)) / Math.max(inLine(x0, y0), inLine(x1, y0));
  if (ratio > CLEAR_RATIO) return "horizontal";
  return ratio < 1 / CLEAR_RATIO ? "vertical" : "unclear";
}

/** More than a page has. */
const STRIPS_OF_A_TILE = 1e6;

/** How many others a letter finds in its strip, on average. */
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
