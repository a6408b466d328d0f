import type { ImagePlacement, PageContent, PlacedImage } from "../../page/page-content.ts";
import { areaOf, areNear, type Rect, union } from "../../geometry/rect.ts";

/** In points: smaller images have no room for words. */
const LEAST_WIDTH = 24;
const LEAST_HEIGHT = 6;

/** Minimum length of the image's longer side, in pixels: the smallest printed words are longer. */
const LEAST_PIXELS = 24;

/** Images at most this far apart, in points, are slices of one picture. */
const SLICES_APART = 1;

/** If a page has more pictures, only the largest are read. */
const MOST_REGIONS = 40;

/** Further images are ignored: so many images are a pattern. */
const MOST_IMAGES = 1000;

/** A picture: an image or several that touch. */
export interface PictureRegion {
  /** In points. */
  readonly box: Rect;
  readonly images: readonly PlacedImage[];
}

/** Returns the pictures that are large enough for text, largest first. */
export function pictureRegions({ images, width, height }: PageContent): readonly PictureRegion[] {
  const seen = images.slice(0, MOST_IMAGES).flatMap((image) => {
    const box = seenBox(image, { width, height });
    return box ? [{ box, images: [image] }] : [];
  });
  return joined(seen)
    .filter(({ box: { x0, y0, x1, y1 } }) => x1 - x0 >= LEAST_WIDTH && y1 - y0 >= LEAST_HEIGHT)
    .toSorted((one, other) => areaOf(other.box) - areaOf(one.box))
    .slice(0, MOST_REGIONS);
}

function seenBox(
  { box, pixelWidth, pixelHeight }: ImagePlacement,
  page: { readonly width: number; readonly height: number },
): Rect | undefined {
  // The shorter side is not checked: a slice may be one row high. Both are 0 if unknown.
  const longer = Math.max(pixelWidth, pixelHeight);
  if (longer > 0 && longer < LEAST_PIXELS) return undefined;
  const seen = {
    x0: Math.max(0, box.x0),
    y0: Math.max(0, box.y0),
    x1: Math.min(page.width, box.x1),
    y1: Math.min(page.height, box.y1),
  };
  return seen.x1 > seen.x0 && seen.y1 > seen.y0 ? seen : undefined;
}

/** Merges pictures that touch. */
function joined(pictures: readonly PictureRegion[]): readonly PictureRegion[] {
  let regions: PictureRegion[] = [];
  for (const picture of pictures) {
    let whole = picture;
    for (let grown = true; grown;) {
      const inner = whole.box;
      const touching = regions.filter(({ box }) => areNear(box, inner, SLICES_APART));
      grown = touching.length > 0;
      if (!grown) break;
      regions = regions.filter((region) => !touching.includes(region));
      whole = touching.reduce(merged, whole);
    }
    regions.push(whole);
  }
  return regions;
}

function merged(one: PictureRegion, other: PictureRegion): PictureRegion {
  return { box: union(one.box, other.box), images: [...one.images, ...other.images] };
}
