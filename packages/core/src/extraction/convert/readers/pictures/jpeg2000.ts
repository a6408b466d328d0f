import { PDFDocument } from "#pdf-lib";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import { sizeInPoints } from "../../../engines/images/image-engine.ts";
import type { ImageFacts } from "../../../engines/images/image-file.ts";
import { refuseTooLarge } from "../../../engines/images/image-limits.ts";
import { addPicturePage } from "../../../engines/pdf-writing/picture-pages.ts";

/**
 * A JPEG 2000 image as a page of a PDF, which holds such images as they are.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT`, or `RESOURCE_LIMIT` if it is too large.
 */
export async function pdfOfJpeg2000(bytes: Uint8Array): Promise<Uint8Array> {
  const facts = factsOf(bytes);
  refuseTooLarge(facts);
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = document.context.stream(bytes, {
    Type: "XObject",
    Subtype: "Image",
    Width: facts.width,
    Height: facts.height,
    Filter: "JPXDecode",
  });
  addPicturePage(document, document.context.register(image), sizeInPoints(facts));
  return document.save();
}

/** The start of a codestream and its marker SIZ (ISO/IEC 15444-1, A.4 and A.5); the size follows after six bytes. */
const CODESTREAM = Buffer.from([0xff, 0x4f, 0xff, 0x51]);

/** The boxes of the resolution as it was captured, and as it is to be displayed (ISO/IEC 15444-1, I.5.3.7). */
const RESOLUTIONS = ["resc", "resd"] as const;

const INCH_IN_METRES = 0.0254;

function factsOf(bytes: Uint8Array): ImageFacts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.indexOf(CODESTREAM);
  if (at < 0 || at + 24 > file.length) throw damaged();
  // The corners of the image on its grid: right and bottom, then left and top.
  const width = file.readUInt32BE(at + 8) - file.readUInt32BE(at + 16);
  const height = file.readUInt32BE(at + 12) - file.readUInt32BE(at + 20);
  if (!(width > 0 && height > 0)) throw damaged();
  return { width, height, dpi: resolutionIn(file.subarray(0, at)) };
}

function damaged(): ExtractionError {
  return new ExtractionError("DAMAGED_DOCUMENT", "The image is damaged and cannot be read.");
}

/** Dots per inch, of the finer direction; 0 if the file does not declare them. */
function resolutionIn(boxes: Buffer): number {
  for (const name of RESOLUTIONS) {
    const at = boxes.indexOf(name, 0, "latin1") + name.length;
    if (at < name.length || at + 10 > boxes.length) continue;
    const perMetre = (part: number, exponent: number): number =>
      (boxes.readUInt16BE(at + part) / boxes.readUInt16BE(at + part + 2)) *
      10 ** boxes.readInt8(at + exponent);
    const dpi = Math.max(perMetre(0, 8), perMetre(4, 9)) * INCH_IN_METRES;
    if (Number.isFinite(dpi)) return dpi;
  }
  return 0;
}
