import type { AnalysedImage } from "../../raster/ink/analysed-image.ts";
import type { Components } from "../../raster/ink/components.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { InkImage } from "../../raster/image/ink-image.ts";

/** Rows of a page from `y0` (inclusive) to `y1` (exclusive). */
export interface Strip {
  readonly y0: number;
  readonly y1: number;
}

/** A row with at most this share of ink is empty: every scan has specks and stains. */
const EMPTY_ROW = 0.002;

/** Minimum strip height, in inches: lower strips are not worth another thread. */
const LOWEST_STRIP = 0.5;

/** Maximum distance of a cut from the even split, as a share of the letters of a strip. */
const FURTHEST = 0.3;

/** Among gaps at most this much farther than the nearest, as a share of a strip's letters, the widest is used. */
const AS_NEAR = 0.03;

/** Smaller components are specks, in pixels. */
const LEAST_LETTER = 12;

/**
 * Cuts a page between its lines into at most `count` strips with about the same number of letters. Letters rather than
 * ink, because recognition time depends on their number, not on their size.
 */
export function stripsOf({ ink, components, image }: AnalysedImage, count: number): readonly Strip[] {
  const gaps = gapsOf(ink, lettersOfRows(components, image.height));
  const share = gaps.total / count;
  const cuts: number[] = [];
  // Specks alone are not worth another thread.
  const parts = gaps.total === 0 ? 1 : count;
  for (let part = 1; part < parts; part++) {
    const y = cutNear(gaps.found, { letters: part * share, share });
    const above = cuts.at(-1) ?? 0;
    const lowest = LOWEST_STRIP * image.dpi;
    if (y !== undefined && y - above >= lowest && image.height - y >= lowest) cuts.push(y);
  }
  return [0, ...cuts].map((y0, index) => ({ y0, y1: cuts[index] ?? image.height }));
}

/** Paper that stays around the writing, in inches: page segmentation measures the margins of columns. */
const MARGIN = 0.1;

/** Returns the part of a strip with writing, because empty paper takes time to segment, too; all of it if it is empty. */
export function writtenBox({ components, image }: AnalysedImage, { y0, y1 }: Strip): Rect {
  const written = { x0: image.width, y0: y1, x1: 0, y1: y0 };
  for (let i = 0; i < components.count; i++) {
    const [top, bottom] = [components.y0[i] ?? 0, components.y1[i] ?? 0];
    if ((components.area[i] ?? 0) < LEAST_LETTER || bottom <= y0 || top >= y1) continue;
    written.x0 = Math.min(written.x0, components.x0[i] ?? 0);
    written.y0 = Math.min(written.y0, top);
    written.x1 = Math.max(written.x1, components.x1[i] ?? 0);
    written.y1 = Math.max(written.y1, bottom);
  }
  if (written.x1 === 0) return { x0: 0, y0, x1: image.width, y1 };
  const margin = Math.round(MARGIN * image.dpi);
  return {
    x0: Math.max(0, written.x0 - margin),
    y0: Math.max(y0, written.y0 - margin),
    x1: Math.min(image.width, written.x1 + margin),
    y1: Math.min(y1, written.y1 + margin),
  };
}

function inkOfRows({ width, height, ink }: InkImage): Uint32Array {
  const rows = new Uint32Array(height);
  for (let y = 0, at = 0; y < height; y++) {
    let count = 0;
    for (const end = at + width; at < end; at++) count += ink[at] ?? 0;
    rows[y] = count;
  }
  return rows;
}

interface Gap {
  /** The row in the middle. */
  readonly middle: number;
  readonly height: number;
  readonly lettersAbove: number;
}

function gapsOf(
  ink: InkImage,
  letters: Uint32Array,
): { readonly found: readonly Gap[]; readonly total: number } {
  const found: Gap[] = [];
  let [total, start] = [0, 0];
  for (const [y, count] of inkOfRows(ink).entries()) {
    if (count > EMPTY_ROW * ink.width) {
      if (y > start) found.push({ middle: (start + y) >> 1, height: y - start, lettersAbove: total });
      start = y + 1;
    }
    total += letters[y] ?? 0;
  }
  return { found, total };
}

/** Number of letters whose middle is in each row. */
function lettersOfRows({ count, y0, y1, area }: Components, height: number): Uint32Array {
  const rows = new Uint32Array(height);
  for (let i = 0; i < count; i++) {
    if ((area[i] ?? 0) < LEAST_LETTER) continue;
    const middle = ((y0[i] ?? 0) + (y1[i] ?? 0)) >> 1;
    rows[middle] = (rows[middle] ?? 0) + 1;
  }
  return rows;
}

function cutNear(
  gaps: readonly Gap[],
  { letters, share }: { readonly letters: number; readonly share: number },
): number | undefined {
  const distance = ({ lettersAbove }: Gap): number => Math.abs(lettersAbove - letters) / share;
  const nearest = Math.min(...gaps.map(distance));
  if (nearest > FURTHEST) return undefined;
  const near = gaps.filter((gap) => distance(gap) <= nearest + AS_NEAR);
  return near.reduce((widest, gap) => (gap.height > widest.height ? gap : widest)).middle;
}
