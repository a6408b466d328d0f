import { boundsOf, concatenated, IDENTITY } from "../../geometry/affine.ts";
import { renderPage } from "../../engines/render/page-renderer.ts";
import { encodePng } from "../../engines/render/png.ts";
import type { Rect } from "../../geometry/rect.ts";
import { blurred } from "../clean-up/gaussian-blur.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { turned } from "../geometry/quarter-turn.ts";
import { type Redrawn, straightened } from "../geometry/straighten.ts";
import { faded, faxed, grainy, shadowed, strewn } from "./degrade.ts";

/** A simulated scan, photograph or fax of a page. */
export interface Degradation {
  /** Resolution at which the page is rendered first. */
  readonly dpi: number;
  readonly degrade: (page: GreyImage) => Redrawn;
}

const SEED = 1;

/** A degradation that keeps the geometry. */
const inPlace =
  (change: (page: GreyImage) => GreyImage): Degradation["degrade"] =>
  (page) => ({ image: change(page), toSource: IDENTITY });

/** A degradation that skews the page by `degrees`. */
const sloping =
  (degrees: number, change: (page: GreyImage) => GreyImage = (page) => page): Degradation["degrade"] =>
  (page) => {
    const { image, toSource } = straightened(page, { skew: -degrees, scale: 1 });
    return { image: change(image), toSource };
  };

/** Degradations by name; deterministic. */
export const DEGRADATIONS: Readonly<Record<string, Degradation>> = {
  clean: { dpi: 300, degrade: inPlace((page) => page) },
  "skewed 1°": { dpi: 300, degrade: sloping(1) },
  "skewed 3°": { dpi: 300, degrade: sloping(3) },
  "scan at 200 dpi": {
    dpi: 200,
    degrade: sloping(-0.7, (page) => grainy(shadowed(faded(blurred(page, 0.6), 25, 238), 0.12), 10, SEED)),
  },
  "poor scan at 200 dpi": {
    dpi: 200,
    degrade: sloping(1.2, (page) => grainy(shadowed(faded(blurred(page, 1), 60, 225), 0.35), 22, SEED)),
  },
  "low resolution, 150 dpi": {
    dpi: 150,
    degrade: sloping(-0.8, (page) => grainy(faded(blurred(page, 0.7), 40, 230), 14, SEED)),
  },
  "deep shade": {
    dpi: 300,
    degrade: inPlace((page) => grainy(shadowed(faded(page, 30, 240), 0.65), 6, SEED)),
  },
  specks: { dpi: 300, degrade: inPlace((page) => strewn(page, 0.03, SEED)) },
  grain: { dpi: 300, degrade: inPlace((page) => grainy(page, 40, SEED)) },
  fax: { dpi: 200, degrade: inPlace((page) => faxed(grainy(blurred(page, 0.7), 35, SEED), 140)) },
  "turned by 90°": { dpi: 300, degrade: (page) => turned(page, 1) },
  "turned by 180°": { dpi: 300, degrade: (page) => turned(page, 2) },
  "turned by 270°": { dpi: 300, degrade: (page) => turned(page, 3) },
};

/** Degradations that leave little or nothing to recognise; deterministic. */
export const HARDLY_LEGIBLE: Readonly<Record<string, Degradation>> = {
  "75 dpi": { dpi: 75, degrade: inPlace((page) => page) },
  "blurred by 2 pixels": { dpi: 200, degrade: inPlace((page) => blurred(page, 2)) },
  "blurred by 3 pixels": { dpi: 200, degrade: inPlace((page) => blurred(page, 3)) },
  "blurred by 4 pixels": { dpi: 200, degrade: inPlace((page) => blurred(page, 4)) },
  faint: {
    dpi: 200,
    degrade: inPlace((page) => grainy(faded(blurred(page, 0.6), 215, 240), 5, SEED)),
  },
};

/** A degraded page as an image file. */
export interface DegradedPage {
  readonly image: GreyImage;
  readonly png: Uint8Array;
  readonly dpi: number;
  /** Maps a box in pixels to points of the source page. */
  readonly toPoints: (box: Rect) => Rect;
}

const POINTS_PER_INCH = 72;
const MOST_PIXELS = 30e6;

/** Renders page `number` (from 1) of a PDF and degrades it. */
export async function degradedPage(
  pdf: Uint8Array,
  number: number,
  { dpi, degrade }: Degradation,
): Promise<DegradedPage> {
  const options = { dpi, maxPixels: MOST_PIXELS, grey: true, password: "" };
  const raster = await renderPage(pdf, number, options);
  const { image, toSource } = degrade({ ...raster, data: raster.pixels });
  const scale = POINTS_PER_INCH / raster.dpi;
  const toPage = concatenated(toSource, [scale, 0, 0, scale, 0, 0]);
  return {
    image,
    png: encodePng({ ...image, channels: 1, pixels: Uint8Array.from(image.data) }),
    dpi: raster.dpi,
    toPoints: ({ x0, y0, x1, y1 }) => boundsOf(toPage, [x0, y0, x1, y1]),
  };
}
