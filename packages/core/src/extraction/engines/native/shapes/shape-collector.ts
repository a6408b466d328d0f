import type { DrawnShape, PlacedImage, Outline, Rule } from "../../../page/page-content.ts";
import type { Rect } from "../../../geometry/rect.ts";
import { type Affine, scaleOf, unitSquareOf } from "../../../geometry/affine.ts";
import { MAX_SHAPES } from "../document/budgets.ts";
import type { BulletShape } from "./drawn-bullets.ts";
import type { ClipBox, GraphicsState } from "../graphics/graphics-state.ts";
import { type Background, canHoldText } from "../graphics/background.ts";
import type { Paint } from "../graphics/paint.ts";
import type { PathRecorder, Subpath } from "./path-recorder.ts";
import { isBox, MAX_OUTLINE_SIDE, outlineKind, partOf, roundOrSquare, slantedLines } from "./shape-kinds.ts";
import { type Mark, SolidShapes } from "./solid-shapes.ts";

export type PaintingMode = "stroke" | "fill" | "fill and stroke";

/** A filled shape up to this thickness, in points, is a ruling line. */
const MAX_RULE_THICKNESS = 3;

/** Shorter lines, in points, are parts of letters, dots and dashes. */
const MIN_RULE_LENGTH = 3;

/** Least ratio of length to thickness of a filled ruling line. */
const MIN_RULE_ASPECT = 2;

/** Side range of a drawn bullet, in points. */
const MIN_BULLET = 1;
const MAX_BULLET = 12;

/** Largest deviation from square, in fractions of its width. */
const MAX_BULLET_SKEW = 0.15;

/** Least size of a frame's hole relative to it; with a smaller one, the shape is a symbol. */
const MIN_HOLE = 0.5;

/** Number of slanted sides of a tick that is cut out of a filled box. */
const SIDES_OF_TICK = 4;

/** Collects the shapes of a page: ruling lines, images, small outlines, and small marks that may fill them. */
export class ShapeCollector {
  readonly rules: Rule[] = [];
  /** Separate small boxes and discs, like the bullets of a list. */
  readonly bullets: BulletShape[] = [];
  readonly images: PlacedImage[] = [];
  /** Other shapes, which may be parts of a drawing. */
  readonly drawn: DrawnShape[] = [];
  /** Shapes were dropped because there were too many. */
  overflowed = false;
  readonly #background: Background;
  readonly #outlines: Outline[] = [];
  readonly #marks: Mark[] = [];
  readonly #solids = new SolidShapes();

  constructor(background: Background) {
    this.#background = background;
  }

  /** Small outlines that may be check boxes. */
  get outlines(): readonly Outline[] {
    return [...this.#outlines, ...this.#solids.outlines()];
  }

  /** Small shapes that may mark them. */
  get marks(): readonly Mark[] {
    return [...this.#marks, ...this.#solids.marks()];
  }

  paint(path: PathRecorder, mode: PaintingMode, state: GraphicsState): void {
    if (mode !== "stroke") this.#coverGround(path.subpaths, state);
    const strokes = mode !== "fill" && state.stroke !== "white";
    const fills = mode !== "stroke" && state.fill !== "white";
    if (!strokes && !fills) {
      for (const subpath of path.subpaths) this.#solids.whiten(subpath, mode !== "stroke");
      return;
    }
    if (fills && !strokes && this.#addHoled(path.subpaths)) return;
    for (const subpath of path.subpaths) {
      if (path.subpaths.length === 1) this.#addBullet(subpath, fills);
      if (strokes) this.#addStroked(subpath, fills, state);
      else this.#addFilled(subpath, state);
    }
  }

  /** Adds an image, clipped; an image as thin as a line is also a ruling line. */
  placeImage(
    {
      object,
      ...pixels
    }: { readonly width: number; readonly height: number; readonly object?: string | null },
    state: GraphicsState,
  ): void {
    const image = unitSquareOf(state.matrix);
    const box = clipped(image, state.clip);
    if (!(box.x1 > box.x0 && box.y1 > box.y0)) return;
    this.#background.cover(box, "unknown");
    const placement = { box, pixelWidth: pixels.width, pixelHeight: pixels.height };
    const hasSource = typeof object === "string" && isUpright(state.matrix);
    this.#add(this.images, hasSource ? { ...placement, source: { object, box: image } } : placement);
    this.#addThinBox(box);
  }

  /** A shading fills the whole clipping path. */
  shade({ clip }: GraphicsState): void {
    this.#background.cover(clip, "unknown");
  }

  #coverGround(subpaths: readonly Subpath[], { fill, clip }: GraphicsState): void {
    for (const subpath of subpaths) {
      // Most shapes are small, and clipping makes none larger.
      if (canHoldText(subpath) && (fill !== "white" || isBox(subpath)))
        this.#background.cover(clipped(subpath, clip), fill);
    }
  }

  /**
   * Adds a frame filled as an area with a hole, or a filled box with a tick cut out; returns false for other shapes.
   */
  #addHoled(subpaths: readonly Subpath[]): boolean {
    if (subpaths.length < 2 || subpaths.length > 3) return false;
    const [outer, hole, mark] = subpaths.toSorted((a, b) => b.x1 - b.x0 - (a.x1 - a.x0));
    if (!outer || !hole) return false;
    const kind = outlineKind(outer);
    if (kind === undefined || !isWithin(hole, outer)) return false;
    const isFrame = outlineKind(hole) === kind && partOf(hole, outer) >= MIN_HOLE;
    const isTicked = !mark && kind === "box" && slantedLines(hole) >= SIDES_OF_TICK;
    if (!isFrame && !isTicked) return false;
    if (mark && !isWithin(mark, hole)) return false;
    const isMarked = isTicked || mark !== undefined;
    this.#add(this.#outlines, { kind, box: boxOf(outer), filled: isMarked });
    return true;
  }

  /** Adds a subpath with the shape and size of a check box; returns false for others. */
  #addOutline(subpath: Subpath, filled: boolean): boolean {
    const kind = outlineKind(subpath);
    if (kind === undefined) return false;
    this.#add(this.#outlines, { kind, box: boxOf(subpath), filled });
    return true;
  }

  #addStroked(subpath: Subpath, fills: boolean, { fill, lineWidth, matrix, clip }: GraphicsState): void {
    if (this.#addOutline(subpath, fills && fill === "dark")) return;
    this.#addDrawn(subpath, fills, clip);
    this.#addStrokedRules(subpath, lineWidth * scaleOf(matrix), clip);
    if (fills) this.#addFilledRule(subpath, clip);
    // A horizontal or vertical line in a box is a minus sign or a divider.
    const { lines, curves } = subpath;
    if (fills || lines !== 1 || curves > 0 || slantedLines(subpath) > 0) this.#addMark(subpath);
  }

  #addFilled(subpath: Subpath, { fill, clip }: GraphicsState): void {
    this.#addFilledRule(subpath, clip);
    if (this.#addSolid(subpath, fill)) return;
    this.#addDrawn(subpath, true, clip);
    this.#addMark(subpath);
  }

  /** Adds a filled area, or a shape with slanted lines or curves. */
  #addDrawn(subpath: Subpath, fills: boolean, clip: ClipBox): void {
    if (!fills && subpath.upright) return;
    const { x0, y0, x1, y1 } = clipped(subpath, clip);
    const [width, height] = [x1 - x0, y1 - y0];
    if (!(width >= 0 && height >= 0 && Math.max(width, height) > MAX_RULE_THICKNESS)) return;
    const isArea = fills && Math.min(width, height) > MAX_RULE_THICKNESS;
    const isSlanted = !subpath.upright && roundOrSquare(subpath) !== "box";
    if (isSlanted || isArea) this.#add(this.drawn, { x0, y0, x1, y1, isSlanted });
  }

  #addSolid(subpath: Subpath, paint: Paint): boolean {
    const kind = outlineKind(subpath);
    if (kind === undefined) return false;
    if (this.#solids.count < MAX_SHAPES) this.#solids.add(kind, subpath, paint);
    else this.overflowed = true;
    return true;
  }

  #addBullet(subpath: Subpath, isSolid: boolean): void {
    const width = subpath.x1 - subpath.x0;
    const height = subpath.y1 - subpath.y0;
    if (!(width >= MIN_BULLET && width <= MAX_BULLET && height >= MIN_BULLET && height <= MAX_BULLET)) return;
    if (Math.abs(width - height) <= MAX_BULLET_SKEW * width && roundOrSquare(subpath) !== undefined)
      this.#add(this.bullets, { ...boxOf(subpath), isSolid });
  }

  #addStrokedRules({ straight, straightLines }: Subpath, thickness: number, clip: ClipBox): void {
    for (let i = 0; i < 4 * straight; i += 4) {
      const x = straightLines[i] ?? 0;
      const y = straightLines[i + 1] ?? 0;
      const endX = straightLines[i + 2] ?? 0;
      const endY = straightLines[i + 3] ?? 0;
      // A line at the edge of the clipping path is still visible by half of its thickness.
      const x0 = Math.max(Math.min(x, endX), clip.x0 - thickness);
      const y0 = Math.max(Math.min(y, endY), clip.y0 - thickness);
      const x1 = Math.min(Math.max(x, endX), clip.x1 + thickness);
      const y1 = Math.min(Math.max(y, endY), clip.y1 + thickness);
      if (x1 < x0 || y1 < y0 || !(x1 - x0 >= MIN_RULE_LENGTH || y1 - y0 >= MIN_RULE_LENGTH)) continue;
      this.#add(this.rules, { x0, y0, x1, y1, thickness });
    }
  }

  #addFilledRule(subpath: Subpath, clip: ClipBox): void {
    if (!subpath.upright || subpath.lines < 2) return;
    const { x0, y0, x1, y1 } = subpath;
    if (x1 >= clip.x0 && x0 <= clip.x1 && y1 >= clip.y0 && y0 <= clip.y1) this.#addThinBox(subpath);
  }

  #addThinBox({ x0, y0, x1, y1 }: Rect): void {
    const width = x1 - x0;
    const height = y1 - y0;
    const length = width > height ? width : height;
    const thickness = width > height ? height : width;
    if (
      !(thickness <= MAX_RULE_THICKNESS && length >= MIN_RULE_LENGTH && length >= thickness * MIN_RULE_ASPECT)
    )
      return;
    const middleX = (x0 + x1) / 2;
    const middleY = (y0 + y1) / 2;
    this.#add(
      this.rules,
      width > height
        ? { x0, y0: middleY, x1, y1: middleY, thickness }
        : { x0: middleX, y0, x1: middleX, y1, thickness },
    );
  }

  #addMark(subpath: Subpath): void {
    const { x0, y0, x1, y1 } = subpath;
    if (!(x1 - x0 <= MAX_OUTLINE_SIDE && y1 - y0 <= MAX_OUTLINE_SIDE)) return;
    this.#add(this.#marks, { x0, y0, x1, y1, paint: "dark", stroke: strokeOf(subpath) });
  }

  #add<Shape>(shapes: Shape[], shape: Shape): void {
    if (shapes.length < MAX_SHAPES) shapes.push(shape);
    else this.overflowed = true;
  }
}

/** Largest skew of an upright image, in points. */
const MAX_SKEW = 0.5;

function isUpright([a, b, c, d]: Affine): boolean {
  return a > 0 && d < 0 && Math.abs(b) < MAX_SKEW && Math.abs(c) < MAX_SKEW;
}

function strokeOf(subpath: Subpath): Mark["stroke"] {
  const slanted = slantedLines(subpath);
  if (slanted > 0 && 2 * slanted >= subpath.lines) return "slanted";
  return subpath.curves > 0 ? "curved" : undefined;
}

function isWithin(inner: Rect, outer: Rect): boolean {
  return inner.x0 > outer.x0 && inner.y0 > outer.y0 && inner.x1 < outer.x1 && inner.y1 < outer.y1;
}

function clipped(box: Rect, clip: ClipBox): Rect {
  return {
    x0: Math.max(box.x0, clip.x0),
    y0: Math.max(box.y0, clip.y0),
    x1: Math.min(box.x1, clip.x1),
    y1: Math.min(box.y1, clip.y1),
  };
}

function boxOf({ x0, y0, x1, y1 }: Rect): Rect {
  return { x0, y0, x1, y1 };
}
