import { MAX_FORM_DEPTH } from "../native/document/budgets.ts";
import type { OpenPage } from "./pdfium-document.ts";
import type { Pdfium } from "./pdfium-library.ts";
import { Scratch, textFrom } from "./scratch.ts";

/** PDFium's object types. */
const OBJECT = { IMAGE: 3, FORM: 5 } as const;

/** Objects of the page that are visited at most, and images that are decoded at most. */
const MOST_OBJECTS = 1000;
const MOST_IMAGES = 16;

/** Larger images are not decoded again, because that takes hundreds of megabytes. */
const MOST_PIXELS = 50e6;

/** Names of compression formats in messages. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ["JPXDecode", "JPEG 2000"],
  ["DCTDecode", "JPEG"],
  ["JBIG2Decode", "JBIG2"],
  ["CCITTFaxDecode", "fax"],
]);

/** Returns a sentence about each image of a page that PDFium cannot decode; the page shows nothing in its place. */
export function lostImages({ pdfium, page }: OpenPage): readonly string[] {
  const objects = Array.from({ length: pdfium.FPDFPage_CountObjects(page) }, (_, index) =>
    pdfium.FPDFPage_GetObject(page, index),
  );
  return imagesIn(pdfium, objects)
    .slice(0, MOST_IMAGES)
    .flatMap((image) => faultOf(pdfium, image) ?? []);
}

/** The images among the objects and in the forms among them. */
function imagesIn(pdfium: Pdfium, objects: readonly number[]): readonly number[] {
  const waiting = objects.slice(0, MOST_OBJECTS).map((object) => ({ object, depth: 0 }));
  const images: number[] = [];
  // The loop also visits the objects that it adds.
  for (const { object, depth } of waiting) {
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type === OBJECT.IMAGE) images.push(object);
    if (type !== OBJECT.FORM || depth > MAX_FORM_DEPTH) continue;
    const count = Math.min(pdfium.FPDFFormObj_CountObjects(object), MOST_OBJECTS - waiting.length);
    for (let index = 0; index < count; index++) {
      waiting.push({ object: pdfium.FPDFFormObj_GetObject(object, index), depth: depth + 1 });
    }
  }
  return images;
}

function faultOf(pdfium: Pdfium, image: number): string | undefined {
  const { width, height } = sizeOf(pdfium, image);
  const name = `An image of ${width} × ${height} pixels${formatOf(pdfium, image)}`;
  if (width <= 0 || height <= 0) return `${name} was not read, because its size is impossible.`;
  if (width * height > MOST_PIXELS) return undefined;
  const bitmap = pdfium.FPDFImageObj_GetBitmap(image);
  if (bitmap === 0) return `${name} was not read, because its data is damaged.`;
  pdfium.FPDFBitmap_Destroy(bitmap);
  return undefined;
}

function sizeOf(pdfium: Pdfium, image: number): { readonly width: number; readonly height: number } {
  using scratch = new Scratch(pdfium, 8);
  const isKnown = pdfium.FPDFImageObj_GetImagePixelSize(image, scratch.at, scratch.at + 4);
  return isKnown ? { width: scratch.integer(0), height: scratch.integer(1) } : { width: 0, height: 0 };
}

/** The format of the last filter, which is the image's, such as " (JPEG 2000)"; "" if it is a general one. */
function formatOf(pdfium: Pdfium, image: number): string {
  const last = pdfium.FPDFImageObj_GetImageFilterCount(image) - 1;
  const filter = textFrom(pdfium, "utf-8", (address, bytes) =>
    last < 0 ? 0 : pdfium.FPDFImageObj_GetImageFilter(image, last, address, bytes),
  );
  const format = FORMATS.get(filter);
  return format === undefined ? "" : ` (${format})`;
}
