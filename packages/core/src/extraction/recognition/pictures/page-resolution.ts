import type { PageContent } from "../../page/page-content.ts";

/** Default resolution at which a page is rendered for recognition, in dpi. */
export const USUAL_DPI = 300;

/** Range of image resolutions, in dpi, that are kept: finer is slower and not more accurate. */
const COARSEST = 200;
const FINEST = 400;

/** An image that covers at least this share of the page makes it a scan. */
const WHOLE_PAGE = 0.6;

const POINTS_PER_INCH = 72;

/** Maximum number of pixels of a rendered page. */
export const MAX_RECOGNISED_PIXELS = 24_000_000;

/** Returns the resolution of a scan's only image, so that it is not resampled, or the default. */
export function resolutionFor({ images, width, height }: PageContent): number {
  const [image, ...others] = images;
  if (!image || others.length > 0 || image.pixelWidth === 0) return USUAL_DPI;
  const { x0, y0, x1, y1 } = image.box;
  if ((x1 - x0) * (y1 - y0) < WHOLE_PAGE * width * height) return USUAL_DPI;
  const own = (image.pixelWidth * POINTS_PER_INCH) / (x1 - x0);
  return own >= COARSEST && own <= FINEST ? own : USUAL_DPI;
}
