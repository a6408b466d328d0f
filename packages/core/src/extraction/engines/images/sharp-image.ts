import type { Sharp, SharpOptions } from "sharp";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { pixelShapeOf } from "./pixel-shape.ts";
import { type SharpFunction, sharpLibrary } from "./sharp-library.ts";
import { pagesAlone } from "./tiff-pages.ts";
import type { ColouredImage, DecodedImage, ImageFacts, ImageFile, StoredPicture } from "./image-file.ts";

/** EXIF orientations from this one on include a quarter turn. */
const FIRST_QUARTER_TURN = 5;

/**
 * Opens a PNG, JPEG, TIFF, WebP or GIF.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT`
 */
export async function openSharpImage(bytes: Uint8Array, limitInputPixels: number): Promise<ImageFile> {
  const sharp = await sharpLibrary();
  // sharp does not accept shared memory.
  const input = Uint8Array.from(bytes);
  const open = (number: number, failOn: SharpOptions["failOn"]): Sharp =>
    sharp(input, { page: number - 1, limitInputPixels, failOn });
  const { format, pages = 1 } = await metadataOf(sharp, input);
  const pageCount = format === "tiff" ? pages : 1;
  const alone = pagesAlone(input, pageCount);
  return {
    pageCount,
    facts: (number) =>
      alone.read(number, (found) => {
        const image = sharp(input, { page: found - 1, limitInputPixels: false, failOn: "none" });
        return factsOf(image, pixelShapeOf(input, found));
      }),
    decode: (number, maxPixels) =>
      alone.read(number, async (found) => {
        const shape = pixelShapeOf(input, found);
        try {
          return { ...(await decoded(open(found, "error"), shape, maxPixels)), damaged: false };
        } catch {
          return { ...(await decoded(open(found, "none"), shape, maxPixels)), damaged: true };
        }
      }),
    inColours: (number, maxPixels) =>
      alone.read(number, (found) => inColours(open(found, "none"), pixelShapeOf(input, found), maxPixels)),
    stored: (number) =>
      alone.read(
        number,
        async (found) => (await jpegAsItIs(input, open(found, "none"))) ?? stored(open(found, "none")),
      ),
  };
}

async function metadataOf(
  sharp: SharpFunction,
  input: Uint8Array,
): Promise<{ format: string; pages?: number | undefined }> {
  try {
    return await sharp(input, { failOn: "none", limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new ExtractionError("DAMAGED_DOCUMENT", "The image is damaged and cannot be read.", { cause });
  }
}

/** Metadata with square pixels, at the finer of the two resolutions. */
async function factsOf(image: Sharp, shape: number): Promise<ImageFacts> {
  const { width, height, density = 0, orientation = 1 } = await image.metadata();
  const across = Math.round(width * Math.max(1, 1 / shape));
  const down = Math.round(height * Math.max(1, shape));
  const isTurned = orientation >= FIRST_QUARTER_TURN;
  const dpi = density * Math.max(1, 1 / shape);
  return { width: isTurned ? down : across, height: isTurned ? across : down, dpi };
}

async function decoded(
  image: Sharp,
  shape: number,
  maxPixels: number,
): Promise<Omit<DecodedImage, "damaged">> {
  const upright = await uprightWithin(image, shape, maxPixels);
  const { data, info } = await upright
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data: firstChannel(data, info.channels), width: info.width, height: info.height };
}

/** The image upright, on white, with square pixels, at most `maxPixels`. */
async function uprightWithin(image: Sharp, shape: number, maxPixels: number): Promise<Sharp> {
  const { width, height } = await factsOf(image, shape);
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const upright = image.autoOrient().flatten({ background: "#ffffff" });
  if (scale === 1 && shape === 1) return upright;
  const side = (pixels: number): number => Math.max(1, Math.floor(pixels * scale));
  return upright.resize({ width: side(width), height: side(height), fit: "fill" });
}

async function inColours(image: Sharp, shape: number, maxPixels: number): Promise<ColouredImage> {
  return pixelsOf(await uprightWithin(image, shape, maxPixels), await isGrey(image));
}

async function isGrey(image: Sharp): Promise<boolean> {
  const { space } = await image.metadata();
  return space === "b-w" || space === "grey16";
}

/** An upright JPEG in a screen colour space can be embedded unchanged. */
async function jpegAsItIs(input: Uint8Array, image: Sharp): Promise<StoredPicture | undefined> {
  const { format, width, height, channels, orientation = 1 } = await image.metadata();
  if (format !== "jpeg" || orientation !== 1 || (channels !== 1 && channels !== 3)) return undefined;
  return { width, height, channels, data: input, filter: "jpeg" };
}

async function stored(image: Sharp): Promise<StoredPicture> {
  const upright = image.autoOrient().flatten({ background: "#ffffff" });
  return { ...(await pixelsOf(upright, await isGrey(image))), filter: "none" };
}

async function pixelsOf(image: Sharp, grey: boolean): Promise<ColouredImage> {
  const { data, info } = await image
    .toColourspace(grey ? "b-w" : "srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, channels, data };
  return { width, height, channels: 1, data: firstChannel(data, channels) };
}

function firstChannel(data: Uint8Array, channels: number): Uint8Array {
  return channels === 1 ? data : data.filter((_, index) => index % channels === 0);
}
