import { deflateSync } from "node:zlib";
import { type PDFContext, PDFDocument, PDFName, type PDFRef } from "#pdf-lib";
import { openImage, sizeInPoints } from "../images/image-engine.ts";
import type { StoredPicture } from "../images/image-file.ts";

const PICTURE = PDFName.of("Picture");

/** A PDF with each page of an image file as a page of the image's size. */
export async function pdfOfPictures(bytes: Uint8Array): Promise<PDFDocument> {
  const image = await openImage(bytes);
  const document = await PDFDocument.create({ updateMetadata: false });
  for (let number = 1; number <= image.pageCount; number++) {
    const picture = addPicture(document.context, await image.stored(number));
    addPicturePage(document, picture, sizeInPoints(await image.facts(number)));
  }
  return document;
}

/** A page that the picture covers; its size in points. */
export function addPicturePage(
  document: PDFDocument,
  picture: PDFRef,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const page = document.addPage([width, height]);
  page.node.setXObject(PICTURE, picture);
  const drawn = `q ${width} 0 0 ${height} 0 0 cm ${PICTURE.asString()} Do Q`;
  page.node.addContentStream(document.context.register(document.context.stream(drawn)));
}

const COLOUR_SPACES = { 1: "DeviceGray", 3: "DeviceRGB" } as const;

/** Embeds a JPEG unchanged; other pixels are compressed losslessly. */
function addPicture(context: PDFContext, { width, height, channels, data, filter }: StoredPicture): PDFRef {
  const packed = filter === "none" ? deflateSync(data) : data;
  return context.register(
    context.stream(packed, {
      Type: "XObject",
      Subtype: "Image",
      Width: width,
      Height: height,
      ColorSpace: COLOUR_SPACES[channels],
      BitsPerComponent: 8,
      Filter: filter === "none" ? "FlateDecode" : "DCTDecode",
    }),
  );
}
