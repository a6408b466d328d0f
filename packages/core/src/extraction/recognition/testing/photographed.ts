import type { GreyImage } from "../../raster/image/grey-image.ts";
import { blurred } from "../../raster/clean-up/gaussian-blur.ts";
import { grainy } from "../../raster/testing/degrade.ts";
import { randomFrom } from "../../raster/testing/random.ts";

/** Side of a tuft of the carpet, in pixels. */
const TUFT = 8;
const TUFTS = 64;

/** Returns a simulated photograph of a sheet on a carpet, `width` by `height` pixels; deterministic. */
export function photographed(
  sheet: GreyImage,
  { width, height, grain }: { readonly width: number; readonly height: number; readonly grain: number },
): GreyImage {
  const random = randomFrom(3);
  const tufts = Array.from({ length: TUFTS * TUFTS }, () => 35 + 50 * random());
  const data = new Uint8Array(width * height);
  const [left, top] = [(width - sheet.width) >> 1, (height - sheet.height) >> 1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const [column, row] = [x - left, y - top];
      const isSheet = column >= 0 && column < sheet.width && row >= 0 && row < sheet.height;
      const tuft = (Math.floor(y / TUFT) % TUFTS) * TUFTS + (Math.floor(x / TUFT) % TUFTS);
      data[at] = isSheet
        ? 20 + 0.7 * (sheet.data[row * sheet.width + column] ?? 255)
        : (tufts[tuft] ?? 0) + 40 * random();
    }
  }
  return grainy(blurred({ width, height, data, dpi: 72 }, 1), grain, 1);
}
