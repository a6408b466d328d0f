import { sharpLibrary } from "../../engines/images/sharp-library.ts";
import type { Picture } from "../model/flow-document.ts";
import type { PdfPages } from "./pdf-pages.ts";
import { tagUnless, type Strip } from "./strips.ts";
import { descriptionEntries, type Tag } from "./tags.ts";

/** Pixels of a picture whose size on the page is unknown, per inch. */
const PIXELS_PER_INCH = 96;
const TALLEST = 600;

/** Larger pictures are reduced: 8 inches at 300 dpi. */
const MAX_PIXELS_WIDE = 2400;
const MAX_INPUT_PIXELS = 100_000_000;

/** Icons and separators, in pixels: they contain no text. */
const SMALLEST = 16;

/** A picture on the page; undefined if it cannot be decoded. */
export async function pictureStrip(
  picture: Picture,
  { width, pages, tag }: { readonly width: number; readonly pages: PdfPages; readonly tag: Tag | undefined },
): Promise<Strip | undefined> {
  const decoded = await decode(picture);
  if (!decoded || decoded.width < SMALLEST || decoded.height < SMALLEST) return undefined;
  const size = sizeOf(picture, decoded, width);
  const { name } = pages.addPicture(
    decoded.jpeg,
    `/Width ${decoded.width} /Height ${decoded.height} /ColorSpace /${decoded.channels === 1 ? "DeviceGray" : "DeviceRGB"} ` +
      `/BitsPerComponent 8 /Filter /DCTDecode`,
  );
  const element = tag?.add("Figure", descriptionEntries(picture.description));
  return {
    ...size,
    spaceBefore: 4,
    draw: (canvas, x, y, repeated) => canvas.picture(name, { x, y, ...size }, tagUnless(repeated, element)),
  };
}

interface DecodedPicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

async function decode({ bytes }: Picture): Promise<DecodedPicture | undefined> {
  try {
    const sharp = await sharpLibrary();
    const image = sharp(bytes(), { limitInputPixels: MAX_INPUT_PIXELS, failOn: "none" })
      .rotate()
      .resize({ width: MAX_PIXELS_WIDE, withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb");
    const { data, info } = await image.jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, channels: info.channels };
  } catch {
    // Drawings in formats of their own (WMF, EMF) have no decoder; the document's notes count them.
    return undefined;
  }
}

function sizeOf(
  { width, height }: Picture,
  pixels: { readonly width: number; readonly height: number },
  available: number,
): { readonly width: number; readonly height: number } {
  const own = {
    width: (pixels.width * 72) / PIXELS_PER_INCH,
    height: (pixels.height * 72) / PIXELS_PER_INCH,
  };
  const wanted =
    width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : own;
  const scale = Math.min(1, available / wanted.width, TALLEST / wanted.height);
  return { width: wanted.width * scale, height: wanted.height * scale };
}
