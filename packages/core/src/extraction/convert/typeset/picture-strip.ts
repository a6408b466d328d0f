import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { openBitmapFile } from "../../engines/images/bitmap-file.ts";
import { sharpLibrary, type SharpFunction } from "../../engines/images/sharp-library.ts";
import { readMetafile } from "../metafile/metafile.ts";
import type { Picture } from "../model/flow-document.ts";
import { metafileStrip } from "./metafile-strip.ts";
import type { AddedPicture, DecodedPicture, PdfPages } from "./pdf-pages.ts";
import { tagUnless, type Strip } from "./strips.ts";
import { descriptionEntries, type Tag } from "./tags.ts";

/** Of a picture whose size on the page is unknown. */
const POINTS_PER_PIXEL = 72 / 96;
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
  const bytes = contentOf(picture);
  const metafile = readMetafile(bytes);
  if (metafile) {
    if (metafile.texts.length === 0) return undefined;
    return metafileStrip(metafile, sizeOf(picture, metafile, width), { pages, tag });
  }
  const added = await addedPicture(bytes, pages);
  if (!added) return undefined;
  const { name } = added;
  const points = { width: added.width * POINTS_PER_PIXEL, height: added.height * POINTS_PER_PIXEL };
  const size = sizeOf(picture, points, width);
  const element = tag?.add("Figure", descriptionEntries(picture.description));
  return {
    ...size,
    spaceBefore: 4,
    draw: (canvas, x, y, repeated) => canvas.picture(name, { x, y, ...size }, tagUnless(repeated, element)),
  };
}

/** Adds a picture to the document, unless it has it: slides often show the same. Undefined if it cannot be shown. */
async function addedPicture(bytes: Uint8Array, pages: PdfPages): Promise<AddedPicture | undefined> {
  const key = createHash("sha256").update(bytes).digest("base64");
  const known = pages.pictures.get(key);
  if (known !== undefined) return known.picture;
  const decoded = await decode(bytes);
  const isShown = decoded && decoded.width >= SMALLEST && decoded.height >= SMALLEST;
  const picture = isShown ? pages.addPicture(decoded) : undefined;
  pages.pictures.set(key, { picture });
  return picture;
}

/** Empty if it cannot be read from its document. */
function contentOf({ bytes }: Picture): Uint8Array {
  try {
    return bytes();
  } catch {
    return new Uint8Array(0);
  }
}

async function decode(bytes: Uint8Array): Promise<DecodedPicture | undefined> {
  try {
    const sharp = await sharpLibrary();
    const image = (await sharpImage(sharp, bytes))
      .rotate()
      .resize({ width: MAX_PIXELS_WIDE, withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb");
    const { data, info } = await image.jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, channels: info.channels };
  } catch {
    // Pictures that are damaged or have no decoder, such as PICT, are left out.
    return undefined;
  }
}

const BITMAP = "BM";

/** Windows bitmaps are decoded here, because sharp does not support them. */
async function sharpImage(sharp: SharpFunction, bytes: Uint8Array): Promise<Sharp> {
  if (Buffer.from(bytes.subarray(0, 2)).toString("latin1") !== BITMAP)
    return sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: "none" });
  const file = await openBitmapFile(bytes);
  const { data, width, height } = await file.decode(1, MAX_INPUT_PIXELS);
  return sharp(data, { raw: { width, height, channels: 1 } });
}

function sizeOf(
  { width, height }: Picture,
  own: { readonly width: number; readonly height: number },
  available: number,
): { readonly width: number; readonly height: number } {
  const wanted =
    width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : own;
  const scale = Math.min(1, available / wanted.width, TALLEST / wanted.height);
  return { width: wanted.width * scale, height: wanted.height * scale };
}
