import { type Affine, boundsOf, concatenated } from "../../engines/native/graphics/affine.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { resampled } from "../image/resample.ts";
import { enlargement, translation, turnAbout } from "../image/transforms.ts";

/** A picture, and where its points were in the one that it was made of. */
export interface Redrawn {
  readonly image: GreyImage;
  readonly toSource: Affine;
}

/**
 * Turns a page back by its skew, in degrees, and enlarges it, in one drawing because each costs sharpness. The new
 * picture is as large as it must be to hold the old one's corners.
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
