import type { Sharp } from "sharp";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { greyOfInks } from "../../raster/image/grey-of-colours.ts";
import type { StoredPicture, WantedSize } from "../engine.ts";
import { MAX_PIXELS } from "./image-limits.ts";
import { sharpLibrary } from "./sharp-library.ts";

/**
 * Returns an image in grey, reduced to the wanted size if it is larger; undefined if it cannot be decoded, or has more
 * than `MAX_PIXELS`: those are left to the renderer.
 */
export async function smallPicture(
  picture: StoredPicture,
  wanted: WantedSize,
): Promise<Omit<GreyImage, "dpi"> | undefined> {
  if (picture.encoding === "grey") return picture;
  const sharp = await sharpLibrary();
  // sharp does not accept shared memory.
  const bytes = Uint8Array.from(picture.bytes);
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  try {
    const { space } = await open().metadata();
    return await (space === "cmyk" ? inksAsGrey(open(), wanted) : grey(open(), wanted));
  } catch {
    return undefined;
  }
}

async function grey(jpeg: Sharp, wanted: WantedSize): Promise<Omit<GreyImage, "dpi">> {
  const small = resized(jpeg, wanted).toColourspace("b-w");
  const { data, info } = await small.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** sharp's own conversion from inks takes ten times as long. */
async function inksAsGrey(jpeg: Sharp, wanted: WantedSize): Promise<Omit<GreyImage, "dpi">> {
  const small = resized(jpeg.pipelineColourspace("cmyk"), wanted).toColourspace("cmyk");
  const { data, info } = await small.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(info.width * info.height);
  greyOfInks(data, pixels);
  return { width: info.width, height: info.height, data: pixels };
}

function resized(jpeg: Sharp, { width, height }: WantedSize): Sharp {
  return jpeg.resize({ width, height, fit: "fill", withoutEnlargement: true });
}
