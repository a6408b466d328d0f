import type { ExtractedLine } from "@galley/core";
import type { PageImage } from "./page-image.ts";

/** The deviation of a line's position from its ink, in pixels at 288 dpi; positive is lower or higher up. */
export interface HighlightError {
  /** Of the baseline, expected at the lower end of the ink. */
  readonly base: number;
  /** Of the height, expected at 1.25 times that of the ink. */
  readonly height: number;
}

const HEIGHT_OF_INK = 1.25;

const PIXELS_PER_POINT = 4;

/** Darker pixels are ink: half of the pixel is covered. */
const INK = 128;

/** A band of ink this many times higher than expected is more than one line, or touches a drawing. */
const TOO_HIGH = 1.7;

/** With fewer letters and digits, the ink does not show the line height. */
const FEWEST_LETTERS = 3;

/**
 * Compares the positions of lines with the ink of the page's image: for each line, the contiguous band of
 * inked rows around its middle, across its width. Lines that other ink touches, and those without letters,
 * are skipped.
 */
export function highlightErrors(
  lines: readonly ExtractedLine[],
  image: PageImage,
): readonly HighlightError[] {
  return lines.flatMap((line) => {
    if ((line.text.match(/[\p{L}\p{N}]/gu) ?? []).length < FEWEST_LETTERS) return [];
    const ink = inkOf(line, image);
    if (ink === undefined) return [];
    const { baseY, height } = line.metadata;
    return [{ base: baseY - ink.bottom, height: height - HEIGHT_OF_INK * (ink.bottom - ink.top) }];
  });
}

/** The rows of a line's ink, the end exclusive; undefined if they cannot be determined. */
function inkOf(
  { metadata, box }: ExtractedLine,
  image: PageImage,
): { readonly top: number; readonly bottom: number } | undefined {
  if (box === null || metadata.height === 0) return undefined;
  const extent = { from: Math.floor(box.x0 * PIXELS_PER_POINT), to: Math.ceil(box.x1 * PIXELS_PER_POINT) };
  const expected = metadata.height / HEIGHT_OF_INK;
  const middle = Math.round(metadata.baseY - expected / 2);
  let top = middle;
  let bottom = middle;
  while (bottom - top <= TOO_HIGH * expected && hasInk(image, top - 1, extent)) top--;
  while (bottom - top <= TOO_HIGH * expected && hasInk(image, bottom, extent)) bottom++;
  const isLine = bottom > top && bottom - top <= TOO_HIGH * expected;
  return isLine ? { top, bottom } : undefined;
}

function hasInk(
  image: PageImage,
  row: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  if (row < 0 || row >= image.height) return false;
  const start = row * image.width;
  for (let x = Math.max(0, from); x < Math.min(to, image.width); x++) {
    if ((image.pixels[start + x] ?? 255) < INK) return true;
  }
  return false;
}
