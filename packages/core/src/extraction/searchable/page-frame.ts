import type { PDFPage } from "#pdf-lib";
import { type Affine, inverse } from "../geometry/affine.ts";
import { pageGeometry } from "../engines/native/document/page-geometry.ts";

const QUARTER = 90;
const FULL = 360;

/** Transformation from the page as displayed, `width` wide, to default user space. */
export function pageToUser(page: PDFPage, width: number): Affine {
  const rotate = ((Math.round(page.getRotation().angle / QUARTER) * QUARTER) % FULL) + FULL;
  const view = visibleBox(page);
  const frame = pageGeometry({ view, rotate: rotate % FULL, userUnit: 1 });
  const unit = frame.width > 0 ? width / frame.width : 1;
  return inverse(frame.toPage.map((value) => value * unit));
}

/** The visible part of the page box. */
function visibleBox(page: PDFPage): readonly [number, number, number, number] {
  const media = cornersOf(page.getMediaBox());
  const crop = cornersOf(page.getCropBox());
  const x0 = Math.max(media.x0, crop.x0);
  const y0 = Math.max(media.y0, crop.y0);
  const x1 = Math.min(media.x1, crop.x1);
  const y1 = Math.min(media.y1, crop.y1);
  return x1 > x0 && y1 > y0 ? [x0, y0, x1, y1] : [media.x0, media.y0, media.x1, media.y1];
}

/** Normalises boxes that start at their upper or right corner. */
function cornersOf({ x, y, width, height }: ReturnType<PDFPage["getMediaBox"]>): {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
} {
  return {
    x0: Math.min(x, x + width),
    y0: Math.min(y, y + height),
    x1: Math.max(x, x + width),
    y1: Math.max(y, y + height),
  };
}
