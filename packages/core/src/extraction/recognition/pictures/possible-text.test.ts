import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openDocument } from "../../engines/open-document.ts";
import { onePagePdf, type PdfObject } from "../../engines/testing/tiny-pdf.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { photographs } from "../testing/photographs.ts";
import { writtenPictures } from "../testing/written-pictures.ts";
import { pictureRegions } from "./picture-regions.ts";
import { picturesWithPossibleText } from "./possible-text.ts";

type Encoded = (image: GreyImage) => Promise<readonly PdfObject[]> | readonly PdfObject[];

const ENCODINGS: Readonly<Record<string, Encoded>> = {
  "8-bit grey": (image) => [flate(image, "/ColorSpace /DeviceGray /BitsPerComponent 8", image.data)],
  RGB: (image) => [flate(image, "/ColorSpace /DeviceRGB /BitsPerComponent 8", repeated(image.data, 3))],
  CMYK: (image) => [flate(image, "/ColorSpace /DeviceCMYK /BitsPerComponent 8", inks(image.data))],
  "a palette": (image) => [
    flate(image, `/ColorSpace [/Indexed /DeviceRGB 255 <${PALETTE}>] /BitsPerComponent 8`, image.data),
  ],
  "a colour profile": (image) => [
    flate(image, "/ColorSpace [/ICCBased 11 0 R] /BitsPerComponent 8", image.data),
    { entries: "/N 1", bytes: "" },
  ],
  "a stencil mask": (image) => [flate(image, "/ImageMask true", bits(image))],
  JPEG: async (image) => [await jpeg(image, "")],
  "a soft mask on one colour": async (image) => [
    flate(
      image,
      "/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 11 0 R",
      new Uint8Array(image.data.length),
    ),
    await jpeg(image, ""),
  ],
};

test.each(Object.keys(ENCODINGS))("a picture in %s is judged by its own pixels", async (name) => {
  const [written] = await writtenPictures(1);
  const [photograph] = photographs(3).slice(2);
  expect(await isPossible(name, written?.image)).toBe(true);
  expect(await isPossible(name, photograph?.image)).toBe(false);
});

test("text that the page draws on a photograph does not make it a picture with text", async () => {
  const text = "BT /F1 12 Tf 40 60 Td (Northern Harbour annual report) Tj ET";
  expect(await isPossible("8-bit grey", photographs(3)[2]?.image, text)).toBe(false);
});

async function isPossible(name: string, image: GreyImage | undefined, after = ""): Promise<boolean> {
  if (!image) throw new Error("No image.");
  const [across, down] = [(image.width * 72) / image.dpi, (image.height * 72) / image.dpi];
  const pdf = onePagePdf(`q ${across} 0 0 ${down} 20 20 cm /Im Do Q ${after}`, {
    page: "/MediaBox [0 0 612 792]",
    resources: "/XObject << /Im 10 0 R >>",
    objects: (await ENCODINGS[name]?.(image)) ?? [],
  });
  await using document = await openDocument(pdf, { password: "" });
  const { content } = await document.readPage(1);
  const pictures = pictureRegions(content);
  expect(pictures).toHaveLength(1);
  return (await picturesWithPossibleText(document, pictures)).length === 1;
}

function flate({ width, height }: GreyImage, entries: string, samples: Uint8Array): PdfObject {
  const all = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries} /Filter /FlateDecode`;
  return { entries: all, bytes: deflateSync(samples) };
}

async function jpeg({ width, height, data }: GreyImage, entries: string): Promise<PdfObject> {
  const bytes = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const all = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}`;
  return { entries: `${all} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`, bytes };
}

function repeated(data: Uint8Array, times: number): Uint8Array {
  return Uint8Array.from({ length: data.length * times }, (_, at) => data[Math.floor(at / times)] ?? 0);
}

/** Grey as black ink alone. */
function inks(data: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: data.length * 4 }, (_, at) =>
    at % 4 === 3 ? 255 - (data[at >> 2] ?? 0) : 0,
  );
}

const PALETTE = Array.from({ length: 256 }, (_, k) => k.toString(16).padStart(2, "0").repeat(3)).join("");

/** One bit per pixel, rows padded to bytes. */
function bits({ width, height, data }: GreyImage): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const packed = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) >= 128) {
        const at = y * rowBytes + (x >> 3);
        packed[at] = (packed[at] ?? 0) | (128 >> (x & 7));
      }
    }
  }
  return packed;
}
