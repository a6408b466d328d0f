import type { Components } from "../ink/components.ts";
import type { GlyphPieces } from "../ink/glyph-pieces.ts";

/** Which way the lines of text run; `unclear` where the page does not say. */
export type TextAxis = "horizontal" | "vertical" | "unclear";

/** How many times as well as across its lines letters must stand in line along them. */
const CLEAR_RATIO = 1.25;

/** Letters stand in line when their edges fall into the same strip, as a fraction of their height. */
const STRIP = 0.125;

/** Columns of text have lines of their own: edges are compared over so many letters' heights. */
const TILE = 40;

/** The slope of the lines in degrees, as it would be if they ran that way; of vertical ones on the turned page. */
export interface Slopes {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Letters of a line share the height of their feet, and many that of their heads; their left and right edges are
 * anywhere.
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
