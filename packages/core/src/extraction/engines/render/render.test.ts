import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { encryptedPdf } from "../testing/encrypted-pdf.ts";
import { onePagePdf } from "../testing/tiny-pdf.ts";
import type { PageRaster } from "./page-raster.ts";
import { renderPage } from "./page-renderer.ts";
import { encodePng } from "./png.ts";
import { MAX_PIXELS, MAX_SIDE, type RenderOptionsInput, renderOptionsSchema } from "./render-options.ts";

/** A red square in the lower left corner of a page of 100 by 50 points. */
const SQUARE = onePagePdf("1 0 0 rg 0 0 10 10 re f", { page: "/MediaBox [0 0 100 50]" });

function rendered(bytes: Uint8Array, options: RenderOptionsInput = {}, number = 1): Promise<PageRaster> {
  return renderPage(bytes, number, renderOptionsSchema.parse(options));
}

function pixelAt({ width, channels, pixels }: PageRaster, x: number, y: number): number[] {
  const at = (y * width + x) * channels;
  return [...pixels.subarray(at, at + channels)];
}

test("a page is rendered on white at the size given by the resolution", async () => {
  const raster = await rendered(SQUARE, { dpi: 144 });
  expect(raster).toMatchObject({ width: 200, height: 100, channels: 3, dpi: 144 });
  expect(raster.pixels).toHaveLength(200 * 100 * 3);
  expect(pixelAt(raster, 5, 95)).toEqual([255, 0, 0]);
  expect(pixelAt(raster, 50, 50)).toEqual([255, 255, 255]);
});

test("greyscale uses one byte per pixel", async () => {
  const raster = await rendered(SQUARE, { dpi: 72, grey: true });
  expect(raster).toMatchObject({ channels: 1, width: 100 });
  expect(raster.pixels).toHaveLength(100 * 50);
  expect(pixelAt(raster, 2, 48)[0]).toBeLessThan(160);
  expect(pixelAt(raster, 50, 20)).toEqual([255]);
});

test("a rotated page is rendered upright", async () => {
  const turned = onePagePdf("1 0 0 rg 0 0 10 10 re f", { page: "/MediaBox [0 0 100 50] /Rotate 90" });
  const raster = await rendered(turned, { dpi: 72 });
  expect(raster).toMatchObject({ width: 50, height: 100 });
  expect(pixelAt(raster, 2, 2)).toEqual([255, 0, 0]);
});

test("form field values are rendered", async () => {
  const appearance = { entries: "/Subtype /Form /BBox [0 0 20 20]", bytes: "0 0 1 rg 0 0 20 20 re f" };
  const form = onePagePdf("", {
    page: "/MediaBox [0 0 100 50] /Annots [10 0 R]",
    catalog: "/AcroForm << /Fields [10 0 R] >>",
    objects: [
      "<< /Type /Annot /Subtype /Widget /F 4 /Rect [0 0 20 20] /FT /Tx /T (a) /V (b) /AP << /N 11 0 R >> >>",
      appearance,
    ],
  });
  expect(pixelAt(await rendered(form, { dpi: 72 }), 5, 45)).toEqual([0, 0, 255]);
});

test.each([
  ["more pixels than requested", "/MediaBox [0 0 1000 500]", { maxPixels: 5000 }, 5000],
  ["more pixels than the maximum", "/MediaBox [0 0 14400 14400]", { dpi: 1200 }, MAX_PIXELS],
])("a page that would have %s is rendered smaller", async (_, page, options, most) => {
  const { width, height } = await rendered(onePagePdf("", { page }), options);
  expect(width * height).toBeLessThanOrEqual(most);
  expect(width * height).toBeGreaterThan(most * 0.9);
});

test("no side exceeds the maximum length", async () => {
  const strip = onePagePdf("", { page: "/MediaBox [0 0 14400 1]" });
  expect(await rendered(strip, { dpi: 1200 })).toMatchObject({ width: MAX_SIDE, height: 1 });
});

test("a page number out of range is rejected", async () => {
  await expect(rendered(SQUARE, {}, 2)).rejects.toMatchObject({ code: "BAD_OPTION", option: "number" });
});

test("an encrypted document is rendered only with its password", async () => {
  const bytes = encryptedPdf({ user: "a", owner: "b" });
  await expect(rendered(bytes)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
  expect((await rendered(bytes, { password: "a" })).pixels.some((value) => value < 128)).toBe(true);
});

test.each([true, false])("a PNG contains the same pixels (grey: %s)", async (grey) => {
  const raster = await rendered(SQUARE, { dpi: 72, grey });
  const expected = { width: 100, height: 50, pixels: raster.pixels };
  expect(decoded(encodePng(raster))).toEqual(expected);
  expect(decoded(encodePng(raster, "stored"))).toEqual(expected);
});

/** Decodes a PNG whose rows all use the "up" filter. */
function decoded(png: Uint8Array): Pick<PageRaster, "width" | "height" | "pixels"> {
  const view = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < view.length;) {
    const length = view.readUInt32BE(at);
    chunks.set(view.toString("latin1", at + 4, at + 8), view.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rowBytes = width * (header[9] === 0 ? 1 : 3);
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const pixels = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const isFiltered = rows[y * (rowBytes + 1)] === 2;
    for (let x = 0; x < rowBytes; x++) {
      const above = y === 0 || !isFiltered ? 0 : (pixels[(y - 1) * rowBytes + x] ?? 0);
      pixels[y * rowBytes + x] = (rows[y * (rowBytes + 1) + 1 + x] ?? 0) + above;
    }
  }
  return { width, height, pixels };
}
