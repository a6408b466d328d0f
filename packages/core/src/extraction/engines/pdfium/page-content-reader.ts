import type { PageContent } from "../../page/page-content.ts";
import { MAX_GLYPHS, MAX_SHAPES } from "../native/document/budgets.ts";
import { pageGeometry, type PageGeometry } from "../native/document/page-geometry.ts";
import { markedOutlines } from "../native/shapes/outline-marks.ts";
import { readFields } from "./form-fields.ts";
import { readShapes } from "./page-objects.ts";
import type { OpenPage } from "./pdfium-document.ts";
import { Scratch } from "./scratch.ts";
import { readGlyphs } from "./text-glyphs.ts";

const DAMAGED = "The page is damaged; it was read by the engine that bears most.";

/** Reads the content of a page. */
export function readPageContent(open: OpenPage): PageContent {
  const geometry = geometryOf(open);
  const { width, height, rotation, toPage } = geometry;
  const text = readGlyphs(open, geometry);
  const glyphs = text.finish();
  const shapes = readShapes(open, geometry);
  return {
    width,
    height,
    rotation,
    glyphs,
    fonts: text.fonts,
    rules: shapes.rules,
    images: shapes.images,
    outlines: markedOutlines(shapes.outlines, shapes.marks, glyphs),
    fields: readFields(open, toPage),
    notes: [
      DAMAGED,
      ...(text.overflowed ? [`Only the first ${MAX_GLYPHS} glyphs of the page were read.`] : []),
      ...(shapes.overflowed ? [`Only the first ${MAX_SHAPES} lines and boxes of the page were read.`] : []),
    ],
  };
}

/** PDFium ignores a page's UserUnit. */
const USER_UNIT = 1;

function geometryOf({ pdfium, page }: OpenPage): PageGeometry {
  using box = new Scratch(pdfium, 16);
  pdfium.FPDF_GetPageBoundingBox(page, box.at);
  const [left, top, right, bottom] = [box.float(0), box.float(1), box.float(2), box.float(3)];
  const rotate = pdfium.FPDFPage_GetRotation(page) * 90;
  return pageGeometry({ view: [left, bottom, right, top], rotate, userUnit: USER_UNIT });
}
