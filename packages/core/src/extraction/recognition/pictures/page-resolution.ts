import type { PageContent } from "../../page/page-content.ts";

/** Dots per inch at which a page is drawn for recognition. */
export const USUAL_DPI = 300;

/** An image is drawn at its own resolution between these: finer is slower and reads no better. */
const COARSEST = 200;
const FINEST = 400;

/** An image of this share of the page is the page. */
const WHOLE_PAGE = 0.6;

const POINTS_PER_INCH = 72;

/** Most pixels that a page is recognised at. */
export const MAX_RECOGNISED_PIXELS = 24_000_000;

/** The resolution of the image that the page is, so that its pixels stay what they are; the usual one otherwise. */
export function resolutionFor({ images, width, height }: PageContent): number {
  const [image, ...others] = images;
  if (!image || others.length > 0 || image.pixelWidth === 0) return USUAL_DPI;
  const { x0, y0, x1, y1 } = image.box;
  if ((x1 - x0) * (y1 - y0) < WHOLE_PAGE * width * height) return USUAL_DPI;
  const own = (image.pixelWidth * POINTS_PER_INCH) / (x1 - x0);
  return own >= COARSEST && own <= FINEST ? own : USUAL_DPI;
}
