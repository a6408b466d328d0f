import { type Affine, boundsOf, concatenated } from "../../geometry/affine.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { resampled } from "../image/resample.ts";
import { enlargement, translation, turnAbout } from "../image/transforms.ts";

/** A transformed image, and the mapping of its points to the source image. */
export interface Redrawn {
  readonly image: GreyImage;
  readonly toSource: Affine;
}

/**
 * Deskews (in degrees) and enlarges a page in a single resampling, because each one loses sharpness. The result is
 * large enough to include the corners of the source.
 */
export function straightened(
  source: GreyImage,
  { skew, scale }: { readonly skew: number; readonly scale: number },
): Redrawn {
  const { width, height, dpi } = source;
  const middle = [width / 2, height / 2] as const;
  const bounds = boundsOf(turnAbout(-skew, middle), [0, 0, width, height]);
  const shrunk = concatenated(enlargement(1 / scale), translation(bounds.x0, bounds.y0));
  const toSource = concatenated(shrunk, turnAbout(skew, middle));
  const image = resampled(source, toSource, {
    width: Math.round((bounds.x1 - bounds.x0) * scale),
    height: Math.round((bounds.y1 - bounds.y0) * scale),
    dpi: dpi * scale,
  });
  return { image, toSource };
}
