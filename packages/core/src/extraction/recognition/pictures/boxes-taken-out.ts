import type { Rect } from "../../geometry/rect.ts";
import { AnalysedImage } from "../../raster/ink/analysed-image.ts";
import { type CheckBox, checkBoxesOf } from "../../raster/check-boxes/check-boxes.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import { clearBoxes } from "./clear-boxes.ts";

export interface PageAndBoxes {
  /** The page without the check boxes that are certainly not letters. */
  readonly page: PreparedPage;
  /** All check boxes; those that do not stand apart may be letters. */
  readonly boxes: readonly CheckBox[];
}

/** Margin for soft edges and the ends of a tick, as a share of the box height. */
const MARGIN = 0.06;
const PAPER = 255;

/**
 * Finds the check boxes of a page and removes them from the image to recognise, because they make the recogniser miss
 * words in the lines above and below.
 */
export function withBoxesTakenOut(page: PreparedPage): PageAndBoxes {
  const boxes = clearBoxes(checkBoxesOf(page.drawn), page.bare.ink);
  const apart = boxes.filter(({ standsApart }) => standsApart);
  if (apart.length === 0) return { page, boxes };
  const image = painted(
    page.image,
    apart.map(({ box }) => box),
  );
  return { page: { ...page, image, bare: new AnalysedImage(image) }, boxes };
}

function painted(image: GreyImage, boxes: readonly Rect[]): GreyImage {
  const { width, height } = image;
  const data = image.data.slice();
  for (const { x0, y0, x1, y1 } of boxes) {
    const margin = Math.max(2, Math.round(MARGIN * (y1 - y0)));
    for (let y = Math.max(0, y0 - margin); y < Math.min(height, y1 + margin); y++) {
      data.fill(PAPER, y * width + Math.max(0, x0 - margin), y * width + Math.min(width, x1 + margin));
    }
  }
  return { ...image, data };
}
