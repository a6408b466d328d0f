import { openDocument } from "../../engines/open-document.ts";
import { encodePng } from "../../engines/render/png.ts";
import { type QuarterTurns, turned } from "../../raster/geometry/quarter-turn.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { photographed } from "./photographed.ts";

const DPI = 200;
const MOST_PIXELS = 30e6;

/** Returns page `number` (from 1) of a PDF or a picture. */
export async function drawnPage(bytes: Uint8Array, number: number, dpi = DPI): Promise<GreyImage> {
  await using document = await openDocument(bytes, { password: "" });
  return (await document.drawPage(number, { dpi, maxPixels: MOST_PIXELS })).image;
}

const PHOTOGRAPH_DPI = 130;
const GRAIN = 12;

/** Share of a photograph's width and height that the sheet takes. */
const SHARE = 0.8;

/** Returns a simulated photograph of a page on a carpet. */
export async function photographedPage(pdf: Uint8Array, number: number): Promise<GreyImage> {
  const sheet = await drawnPage(pdf, number, PHOTOGRAPH_DPI);
  const [width, height] = [Math.round(sheet.width / SHARE), Math.round(sheet.height / SHARE)];
  return photographed(sheet, { width, height, grain: GRAIN });
}

/** Returns a picture as a PNG, rotated clockwise by quarter turns. */
export function turnedPng(picture: GreyImage, turns: QuarterTurns): Uint8Array {
  const { data, ...size } = turned(picture, turns).image;
  return encodePng({ ...size, channels: 1, pixels: Uint8Array.from(data) });
}
