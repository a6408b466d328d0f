import type { GreyImage } from "../../raster/image/grey-image.ts";
import { sharpLibrary } from "./sharp-library.ts";

/** Decodes a PNG in shades of grey. */
export async function greyOfPng(png: Uint8Array, dpi: number): Promise<GreyImage> {
  const sharp = await sharpLibrary();
  const image = sharp(png, { failOn: "error", limitInputPixels: false }).toColourspace("b-w");
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, dpi };
}
