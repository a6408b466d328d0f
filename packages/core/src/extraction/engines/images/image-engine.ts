import { mediaTypeOf } from "../../document/media-type.ts";
import type { PageContent } from "../../page/page-content.ts";
import type { DocumentEngine, DrawnPage, DrawOptions, OpenDocument } from "../engine.ts";
import { openBitmapFile } from "./bitmap-file.ts";
import type { ColouredImage, ImageFacts, ImageFile } from "./image-file.ts";
import { MAX_PIXELS, refuseTooLarge } from "./image-limits.ts";
import { netpbmAsTiff } from "./netpbm-file.ts";
import { openSharpImage } from "./sharp-image.ts";

/**
 * Reads images as documents: one page per image, and one per page of a TIFF. They have no native text and need
 * recognition.
 */
export const imageEngine: DocumentEngine = {
  name: "image",
  async open(bytes) {
    const image = await openImage(bytes);
    if (image.pageCount === 1) refuseTooLarge(await image.facts(1));
    return openDocument(image);
  },
};

const POINTS_PER_INCH = 72;

/** @throws ExtractionError if the image cannot be opened. */
export async function openImage(bytes: Uint8Array): Promise<ImageFile> {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === "image/bmp") return openBitmapFile(bytes);
  return openSharpImage(mediaType === "image/x-portable-anymap" ? netpbmAsTiff(bytes) : bytes, MAX_PIXELS);
}

function openDocument(image: ImageFile): OpenDocument {
  const { pageCount } = image;
  return {
    pageCount,
    async readPage(number) {
      return contentOf(await checkedFacts(image, number));
    },
    async drawPage(number, options) {
      return drawnInGrey(image, number, options);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function checkedFacts(image: ImageFile, number: number): Promise<ImageFacts> {
  const facts = await image.facts(number);
  refuseTooLarge(facts);
  return facts;
}

/** The page in grey, for recognition. */
export async function drawnInGrey(
  image: ImageFile,
  number: number,
  { maxPixels }: DrawOptions,
): Promise<DrawnPage> {
  const facts = await checkedFacts(image, number);
  const { width, height, data, damaged } = await image.decode(number, maxPixels);
  const dpi = (resolutionOf(facts) * width) / facts.width;
  return { image: { width, height, data, dpi }, note: damaged ? DAMAGED : "" };
}

/**
 * Renders page `number` of an image in colour.
 *
 * @throws ExtractionError if it is too large or cannot be decoded.
 */
export async function drawnInColours(
  image: ImageFile,
  number: number,
  { maxPixels }: DrawOptions,
): Promise<ColouredImage & { readonly dpi: number }> {
  const facts = await checkedFacts(image, number);
  const drawing = await image.inColours(number, maxPixels);
  return { ...drawing, dpi: (resolutionOf(facts) * drawing.width) / facts.width };
}

function contentOf(facts: ImageFacts): PageContent {
  const { width, height } = facts;
  const size = sizeInPoints(facts);
  const box = { x0: 0, y0: 0, x1: size.width, y1: size.height };
  return {
    width: box.x1,
    height: box.y1,
    rotation: 0,
    glyphs: NO_GLYPHS,
    fonts: [],
    rules: [],
    images: [{ box, pixelWidth: width, pixelHeight: height }],
    outlines: [],
    fields: [],
    notes: [],
  };
}

/** The page size of an image. */
export function sizeInPoints(facts: ImageFacts): { readonly width: number; readonly height: number } {
  const scale = POINTS_PER_INCH / resolutionOf(facts);
  return { width: facts.width * scale, height: facts.height * scale };
}

const DAMAGED = "The image is damaged; a part of it may be missing.";

const NO_GLYPHS: PageContent["glyphs"] = {
  count: 0,
  text: [],
  x: new Float32Array(0),
  y: new Float32Array(0),
  advance: new Float32Array(0),
  angle: new Float32Array(0),
  size: new Float32Array(0),
  font: new Uint16Array(0),
  flags: new Uint8Array(0),
};

/** Files with a resolution up to this one state a screen default, not a measurement. */
const SCREEN_DPI = 96;
const LARGEST_DPI = 2400;

/** Assumed length in inches of images without a resolution: most are pages. */
const PAGE_LENGTH = 11;
const LEAST_DPI = 72;
const LARGEST_GUESS = 600;

function resolutionOf({ width, height, dpi }: ImageFacts): number {
  if (dpi > SCREEN_DPI && dpi <= LARGEST_DPI) return dpi;
  return Math.min(LARGEST_GUESS, Math.max(LEAST_DPI, Math.max(width, height) / PAGE_LENGTH));
}
