import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { openDocument } from "../open-document.ts";
import type { OpenedDocument } from "../open-document.ts";

const WIDTH = 60;
const HEIGHT = 40;
const ALL = { dpi: 300, maxPixels: 24_000_000 };

/** Black in its upper left quarter, white elsewhere. */
function picture(): Sharp {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3, 255);
  for (let y = 0; y < HEIGHT / 2; y++) data.fill(0, y * WIDTH * 3, (y * WIDTH + WIDTH / 2) * 3);
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

test.each<[string, () => Promise<Uint8Array>]>([
  ["PNG", () => picture().png().toBuffer()],
  ["PNG of 16-bit grey", () => picture().toColourspace("grey16").png().toBuffer()],
  ["JPEG", () => picture().jpeg().toBuffer()],
  ["CMYK JPEG", () => picture().toColourspace("cmyk").jpeg().toBuffer()],
  ["TIFF", () => picture().tiff().toBuffer()],
  ["BigTIFF", () => picture().tiff({ bigtiff: true }).toBuffer()],
  ["WebP", () => picture().webp({ lossless: true }).toBuffer()],
  ["GIF", () => picture().gif().toBuffer()],
  ["AVIF", () => picture().avif({ lossless: true }).toBuffer()],
  ["BMP of 24 bits", async () => bitmap(24, await rows(picture()))],
  ["BMP of 8 bits with a palette", async () => bitmap(8, await rows(picture()))],
  ["BMP of runs", async () => bitmapOfRuns(await rows(picture()))],
])("a %s is a page of its pixels", async (_, file) => {
  await using document = await openDocument(await file(), { password: "" });
  expect(document.pageCount).toBe(1);
  const { image, note } = await document.drawPage(1, ALL);
  expect(image).toMatchObject({ width: WIDTH, height: HEIGHT });
  expect(note).toBe("");
  expect(corners(image)).toEqual(["dark", "light", "light", "light"]);
});

test("a JPEG from a camera that was held upright is upright", async () => {
  const file = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  await using document = await openDocument(file, { password: "" });
  const { image } = await document.drawPage(1, ALL);
  expect(image).toMatchObject({ width: HEIGHT, height: WIDTH });
  expect(corners(image)).toEqual(["light", "dark", "light", "light"]);
  const { content } = await document.readPage(1);
  expect(content.width).toBeLessThan(content.height);
});

test("each page of a TIFF is a page of its own size", async () => {
  await using document = await openDocument(await tiffOfPages(3), { password: "" });
  expect(document.pageCount).toBe(3);
  const third = await document.drawPage(3, ALL);
  expect(third.image).toMatchObject({ width: WIDTH, height: HEIGHT });
});

test("a TIFF of 5,000 pages opens, and its last page is drawn", async () => {
  await using document = await openDocument(await tiffOfPages(5000), { password: "" });
  expect(document.pageCount).toBe(5000);
  expect(corners((await document.drawPage(5000, ALL)).image)).toEqual(["dark", "light", "light", "light"]);
});

test("an animated GIF is its first frame", async () => {
  const first = await picture().png().toBuffer();
  const file = await sharp([first, await picture().negate().png().toBuffer()], { join: { animated: true } })
    .gif()
    .toBuffer();
  await using document = await openDocument(file, { password: "" });
  expect(document.pageCount).toBe(1);
  expect(corners((await document.drawPage(1, ALL)).image)).toEqual(["dark", "light", "light", "light"]);
});

test.each<[string, () => Promise<Uint8Array>, number, number]>([
  [
    "PNG of 200 by 100",
    async () => withResolution(await picture().png().toBuffer(), 200, 100),
    WIDTH,
    2 * HEIGHT,
  ],
  [
    "PNG of 100 by 200",
    async () => withResolution(await picture().png().toBuffer(), 100, 200),
    2 * WIDTH,
    HEIGHT,
  ],
  ["TIFF of 204 by 98", () => picture().tiff({ xres: 8.03, yres: 3.86 }).toBuffer(), WIDTH, 83],
  ["TIFF of 204 by 196", () => picture().tiff({ xres: 8.03, yres: 7.72 }).toBuffer(), WIDTH, HEIGHT],
])("a %s dots per inch, as faxes are, is drawn with square pixels", async (_, file, width, height) => {
  await using document = await openDocument(await file(), { password: "" });
  expect((await document.drawPage(1, ALL)).image).toMatchObject({ width, height });
  const { content } = await document.readPage(1);
  expect(content.width / content.height).toBeCloseTo(width / height, 1);
});

test("a file's resolution makes the size of the page", async () => {
  await using document = await openDocument(await picture().withMetadata({ density: 200 }).png().toBuffer(), {
    password: "",
  });
  expect((await document.readPage(1)).content.width).toBeCloseTo((WIDTH * 72) / 200, 1);
  expect((await document.drawPage(1, ALL)).image.dpi).toBeCloseTo(200, 0);
});

test("an image without a resolution counts as a page of eleven inches", async () => {
  const large = await picture().resize(2200, 1466).png().toBuffer();
  await using document = await openDocument(large, { password: "" });
  expect((await document.readPage(1)).content.width).toBeCloseTo(792, 0);
});

test("a larger image is drawn with as many pixels as are wanted", async () => {
  await using document = await openDocument(await picture().png().toBuffer(), { password: "" });
  const { image } = await document.drawPage(1, { dpi: 300, maxPixels: 600 });
  expect(image).toMatchObject({ width: 30, height: 20 });
});

test("what is transparent is paper", async () => {
  const file = await sharp({ create: { width: 8, height: 8, channels: 4, background: "#0000" } })
    .png()
    .toBuffer();
  await using document = await openDocument(file, { password: "" });
  const { image } = await document.drawPage(1, ALL);
  expect(image.data.every((shade) => shade === 255)).toBe(true);
});

test("an image of one pixel is a page", async () => {
  const file = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  await using document = await openDocument(file, { password: "" });
  expect([...(await document.drawPage(1, ALL)).image.data]).toEqual([255]);
});

test("of a truncated JPEG, what is there is drawn and the rest is noted", async () => {
  const file = await picture().resize(1200, 800).jpeg().toBuffer();
  await using document = await openDocument(file.subarray(0, file.length / 2), { password: "" });
  const { image, note } = await document.drawPage(1, ALL);
  expect(corners(image)[0]).toBe("dark");
  expect(note).toMatch(/damaged/);
});

test("an image of 65,000 by 65,000 pixels is refused before it is decoded", async () => {
  await expect(openDocument(pngHeader(65_000, 65_000), { password: "" })).rejects.toMatchObject({
    code: "RESOURCE_LIMIT",
    message: expect.stringContaining("65000 × 65000 pixels"),
  });
});

test("a BMP of 16 bits has the shades that its masks say", async () => {
  const file = bitmapOf565(Buffer.alloc(WIDTH * HEIGHT, 128));
  await using document = await openDocument(file, { password: "" });
  const { image } = await document.drawPage(1, ALL);
  expect(Math.min(...image.data)).toBeGreaterThan(125);
  expect(Math.max(...image.data)).toBeLessThan(134);
});

test("a BMP whose runs break off is drawn as far as it goes, with a note", async () => {
  const file = bitmapOfRuns(await rows(picture()));
  await using document = await openDocument(file.subarray(0, file.length - 4 * WIDTH), { password: "" });
  expect((await document.drawPage(1, ALL)).note).toMatch(/damaged/);
});

test("a BMP that holds a JPEG is refused with what to do", async () => {
  const header = bitmapHeader({ bitsPerPixel: 24, compression: 4, pixelsAt: 54 });
  await expect(openDocument(header, { password: "" })).rejects.toMatchObject({
    code: "UNSUPPORTED_DOCUMENT",
    message: expect.stringContaining("holds a JPEG"),
  });
});

test.each([
  ["PNG", Buffer.from("\x89PNG\r\n\x1a\nnothing more", "latin1")],
  ["BMP", Buffer.from("BM and nothing more")],
])("a %s without a picture is damaged", async (_, bytes) => {
  await expect(openDocument(bytes, { password: "" })).rejects.toMatchObject({ code: "DAMAGED_DOCUMENT" });
});

function corners({
  width,
  height,
  data,
}: Awaited<ReturnType<OpenedDocument["drawPage"]>>["image"]): string[] {
  const at = (x: number, y: number): string => ((data[y * width + x] ?? 0) < 128 ? "dark" : "light");
  return [at(2, 2), at(width - 3, 2), at(2, height - 3), at(width - 3, height - 3)];
}

/** The PNG with a chunk that declares the number of pixels per metre. */
function withResolution(png: Buffer, x: number, y: number): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(x, 0);
  data.writeUInt32BE(y, 4);
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), chunk("pHYs", data), png.subarray(afterHeader)]);
}

async function rows(image: Sharp): Promise<Buffer> {
  return image.greyscale().raw().toBuffer();
}

/** A Windows bitmap, its rows from the bottom up. */
function bitmap(bitsPerPixel: 8 | 24, grey: Buffer): Uint8Array {
  const paletteBytes = bitsPerPixel === 8 ? 1024 : 0;
  const rowBytes = Math.ceil((WIDTH * bitsPerPixel) / 32) * 4;
  const file = Buffer.alloc(54 + paletteBytes + rowBytes * HEIGHT);
  file.write("BM");
  file.writeUInt32LE(54 + paletteBytes, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(WIDTH, 18);
  file.writeInt32LE(HEIGHT, 22);
  file.writeUInt16LE(bitsPerPixel, 28);
  // The palette is reversed, so that it has an effect.
  for (let k = 0; k < paletteBytes / 4; k++) file.fill(255 - k, 54 + 4 * k, 57 + 4 * k);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const shade = grey[y * WIDTH + x] ?? 0;
      const at = 54 + paletteBytes + (HEIGHT - 1 - y) * rowBytes + (x * bitsPerPixel) / 8;
      if (bitsPerPixel === 8) file[at] = 255 - shade;
      else file.fill(shade, at, at + 3);
    }
  }
  return file;
}

/** As most programs write 16 bits: 5 of red, 6 of green and 5 of blue. */
function bitmapOf565(grey: Buffer): Uint8Array {
  const masks = Buffer.from(Uint32Array.of(0xf800, 0x07e0, 0x001f).buffer);
  const rowBytes = Math.ceil(WIDTH / 2) * 4;
  const pixels = Buffer.alloc(rowBytes * HEIGHT);
  for (const [x, y, shade] of pixelsFromBelow(grey)) {
    const five = Math.round((shade * 31) / 255);
    const six = Math.round((shade * 63) / 255);
    pixels.writeUInt16LE((five << 11) | (six << 5) | five, y * rowBytes + 2 * x);
  }
  return Buffer.concat([bitmapHeader({ bitsPerPixel: 16, compression: 3, pixelsAt: 66 }), masks, pixels]);
}

/** RLE8: each pixel a run of its own, so that rows are a good deal longer than without. */
function bitmapOfRuns(grey: Buffer): Buffer {
  const palette = Buffer.alloc(1024);
  for (let k = 0; k < 256; k++) palette.fill(k, 4 * k, 4 * k + 3);
  const runs: number[] = [];
  for (const [x, , shade] of pixelsFromBelow(grey)) runs.push(1, shade, ...(x === WIDTH - 1 ? [0, 0] : []));
  const header = bitmapHeader({ bitsPerPixel: 8, compression: 1, pixelsAt: 54 + palette.length });
  return Buffer.concat([header, palette, Buffer.from([...runs, 0, 1])]);
}

function* pixelsFromBelow(grey: Buffer): Generator<[x: number, y: number, shade: number]> {
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) yield [x, y, grey[(HEIGHT - 1 - y) * WIDTH + x] ?? 0];
  }
}

function bitmapHeader({
  bitsPerPixel,
  compression,
  pixelsAt,
}: {
  readonly bitsPerPixel: number;
  readonly compression: number;
  readonly pixelsAt: number;
}): Buffer {
  const header = Buffer.alloc(54);
  header.write("BM");
  header.writeUInt32LE(pixelsAt, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(WIDTH, 18);
  header.writeInt32LE(HEIGHT, 22);
  header.writeUInt16LE(bitsPerPixel, 28);
  header.writeUInt32LE(compression, 30);
  return header;
}

/** A TIFF of uncompressed grey pages. */
async function tiffOfPages(count: number): Promise<Uint8Array> {
  const pixels = await rows(picture());
  const entries = 8;
  const directoryBytes = 2 + entries * 12 + 4;
  const header = Buffer.alloc(8);
  header.write("II*\0", "latin1");
  header.writeUInt32LE(8, 4);
  const pages = Array.from({ length: count }, (_, index) => {
    const start = 8 + index * (directoryBytes + pixels.length);
    const directory = Buffer.alloc(directoryBytes);
    directory.writeUInt16LE(entries, 0);
    const values = [
      [256, WIDTH],
      [257, HEIGHT],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, start + directoryBytes],
      [278, HEIGHT],
      [279, pixels.length],
    ];
    for (const [k, [tag = 0, value = 0]] of values.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * k);
      directory.writeUInt16LE(4, 4 + 12 * k);
      directory.writeUInt32LE(1, 6 + 12 * k);
      directory.writeUInt32LE(value, 10 + 12 * k);
    }
    const next = index + 1 < count ? start + directoryBytes + pixels.length : 0;
    directory.writeUInt32LE(next, directoryBytes - 4);
    return Buffer.concat([directory, pixels]);
  });
  return Buffer.concat([header, ...pages]);
}

/** A black-and-white PNG that declares its size and ends after its first row. */
function pngHeader(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.alloc(8126)))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
