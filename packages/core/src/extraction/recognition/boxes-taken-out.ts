import type { Rect } from "../page/rect.ts";
import { AnalysedImage } from "../raster/analysed-image.ts";
import { type CheckBox, checkBoxesOf } from "../raster/check-boxes.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import type { PreparedPage } from "../raster/prepare-page.ts";
import { clearBoxes } from "./clear-boxes.ts";

export interface PageAndBoxes {
  /** Without the check boxes that are certainly none of its letters. */
  readonly page: PreparedPage;
  /** All of them; letters may be among those that do not stand apart. */
  readonly boxes: readonly CheckBox[];
}

/** In heights of the page's letters: a smaller box may be one of them. */
const LEAST_SIDE = 1.6;

/** A letter of the same word is about as high, or has an ascender or a descender, and is near, in sides of the box. */
const AS_HIGH = 0.7;
const HIGHEST = 1.8;
const NEAR = 0.35;

/** Soft edges, and ends of a tick, as a share of the box's side. */
const MARGIN = 0.06;
const PAPER = 255;

/**
 * Finds the check boxes of a page and takes them out of what is recognised: read together with the text around them,
 * they swallow words of the lines above and below.
 */
export function withBoxesTakenOut(page: PreparedPage): PageAndBoxes {
  const boxes = clearBoxes(checkBoxesOf(page.drawn), page.bare.ink).map((box) =>
    box.kind === "box" && standsApart(box.box, page.drawn) ? { ...box, standsApart: true } : box,
  );
  const apart = boxes.filter((box) => box.kind === "box" && box.standsApart);
  if (apart.length === 0) return { page, boxes };
  const image = painted(
    page.image,
    apart.map(({ box }) => box),
  );
  return { page: { ...page, image, bare: new AnalysedImage(image) }, boxes };
}

/** Whether a box is larger than the text, and no letter of a heading. */
function standsApart(box: Rect, { components, letters }: AnalysedImage): boolean {
  const side = box.y1 - box.y0;
  if (letters.height === 0 || side < LEAST_SIDE * letters.height) return false;
  return !letters.indices.some((i) => {
    const [x0, x1] = [components.x0[i] ?? 0, components.x1[i] ?? 0];
    const [y0, y1] = [components.y0[i] ?? 0, components.y1[i] ?? 0];
    const gap = Math.max(x0 - box.x1, box.x0 - x1);
    const shared = Math.min(y1, box.y1) - Math.max(y0, box.y0);
    return gap > 0 && gap < NEAR * side && shared > AS_HIGH * side && y1 - y0 < HIGHEST * side;
  });
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
