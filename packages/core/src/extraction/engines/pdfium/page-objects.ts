import { type Affine, concatenated } from "../../geometry/affine.ts";
import { MAX_FORM_DEPTH, MAX_SHAPES } from "../native/document/budgets.ts";
import { GraphicsState } from "../native/graphics/graphics-state.ts";
import { Background } from "../native/graphics/background.ts";
import type { PageGeometry } from "../native/document/page-geometry.ts";
import { type Paint, rgbPaint } from "../native/graphics/paint.ts";
import { PathRecorder } from "../native/shapes/path-recorder.ts";
import { ShapeCollector } from "../native/shapes/shape-collector.ts";
import type { OpenPage } from "./pdfium-document.ts";
import type { Pdfium } from "./pdfium-library.ts";
import { Scratch } from "./scratch.ts";

/** PDFium's object types. */
const OBJECT = { PATH: 2, IMAGE: 3, FORM: 5 } as const;
/** PDFium's path segment types. */
const SEGMENT = { LINE: 0, CURVE: 1 } as const;

/** Points of a curve: two control points and its end. */
const CURVE_POINTS = 3;

/** Collects the ruling lines, outlines and images of a page. */
export function readShapes(
  { pdfium, page }: OpenPage,
  { toPage, width, height }: PageGeometry,
): ShapeCollector {
  using scratch = new Scratch(pdfium, 64);
  const walker = new ObjectWalker(pdfium, scratch, { x0: 0, y0: 0, x1: width, y1: height });
  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) {
    walker.visit(pdfium.FPDFPage_GetObject(page, index), toPage, 0);
  }
  return walker.shapes;
}

class ObjectWalker {
  readonly shapes = new ShapeCollector(new Background());
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  readonly #visible: GraphicsState["clip"];
  #visited = 0;

  constructor(pdfium: Pdfium, scratch: Scratch, visible: GraphicsState["clip"]) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
    this.#visible = visible;
  }

  visit(object: number, outer: Affine, depth: number): void {
    if (object === 0 || depth > MAX_FORM_DEPTH) return;
    if (++this.#visited > MAX_SHAPES) {
      this.shapes.overflowed = true;
      return;
    }
    switch (this.#pdfium.FPDFPageObj_GetType(object)) {
      case OBJECT.PATH:
        this.#path(object, this.#stateOf(object, outer));
        break;
      case OBJECT.IMAGE:
        this.#image(object, this.#stateOf(object, outer));
        break;
      case OBJECT.FORM:
        this.#form(object, this.#stateOf(object, outer).matrix, depth);
        break;
      default:
    }
  }

  #stateOf(object: number, outer: Affine): GraphicsState {
    const known = this.#pdfium.FPDFPageObj_GetMatrix(object, this.#scratch.at);
    const matrix = known ? concatenated(this.#scratch.matrix(), outer) : outer;
    return new GraphicsState(matrix, this.#visible);
  }

  #form(object: number, matrix: Affine, depth: number): void {
    const count = this.#pdfium.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++) {
      this.visit(this.#pdfium.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
    }
  }

  #image(object: number, state: GraphicsState): void {
    const { at } = this.#scratch;
    const known = this.#pdfium.FPDFImageObj_GetImagePixelSize(object, at, at + 4);
    const pixels = known
      ? { width: this.#scratch.integer(0), height: this.#scratch.integer(1) }
      : { width: 0, height: 0 };
    this.shapes.placeImage(pixels, state);
  }

  #path(object: number, state: GraphicsState): void {
    const pdfium = this.#pdfium;
    const { at } = this.#scratch;
    if (!pdfium.FPDFPath_GetDrawMode(object, at, at + 4)) return;
    const fills = this.#scratch.integer(0) !== 0;
    const strokes = this.#scratch.integer(1) !== 0;
    if (!fills && !strokes) return;
    state.fill = this.#paint(pdfium.FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12));
    state.stroke = this.#paint(pdfium.FPDFPageObj_GetStrokeColor(object, at, at + 4, at + 8, at + 12));
    if (pdfium.FPDFPageObj_GetStrokeWidth(object, at)) state.lineWidth = this.#scratch.float(0);
    const path = this.#recorded(object, state.matrix);
    this.shapes.paint(path, fills ? (strokes ? "fill and stroke" : "fill") : "stroke", state);
  }

  #paint(known: boolean): Paint {
    if (!known) return "unknown";
    const [red, green, blue] = [0, 1, 2].map((index) => this.#scratch.integer(index) / 255);
    return rgbPaint(red ?? 0, green ?? 0, blue ?? 0);
  }

  #recorded(object: number, matrix: Affine): PathRecorder {
    const pdfium = this.#pdfium;
    const { at } = this.#scratch;
    const path = new PathRecorder();
    const count = Math.min(pdfium.FPDFPath_CountSegments(object), MAX_SHAPES);
    let curvePoints = 0;
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFPath_GetPathSegment(object, index);
      pdfium.FPDFPathSegment_GetPoint(segment, at, at + 4);
      const [x, y] = [this.#scratch.float(0), this.#scratch.float(1)];
      const kind = pdfium.FPDFPathSegment_GetType(segment);
      if (kind === SEGMENT.LINE) path.lineTo(x, y, matrix);
      else if (kind !== SEGMENT.CURVE) path.moveTo(x, y);
      else if (++curvePoints % CURVE_POINTS === 0) path.curveTo(x, y, matrix);
      else path.controlPoint(x, y, matrix);
      if (pdfium.FPDFPathSegment_GetClose(segment)) path.close(matrix);
    }
    return path;
  }
}
