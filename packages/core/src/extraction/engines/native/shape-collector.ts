import type { ImagePlacement, Outline, Rule } from "../../page/page-content.ts";
import type { Rect } from "../../page/rect.ts";
import { scaleOf } from "./affine.ts";
import { MAX_SHAPES } from "./budgets.ts";
import type { ClipBox, GraphicsState } from "./graphics-state.ts";
import type { Ground } from "./ground.ts";
import type { PathRecorder, Subpath } from "./path-recorder.ts";

export type PaintingMode = "stroke" | "fill" | "fill and stroke";

/** A filled shape up to this thick, in points, is a drawn line. */
const MAX_RULE_THICKNESS = 3;

/** Shorter lines, in points, are parts of letters, dots and dashes. */
const MIN_RULE_LENGTH = 3;

/** A filled rule is at least this many times as long as thick. */
const MIN_RULE_ASPECT = 2;

/** Sides of an outline that may be a check box, in points: 0.5 to 1.6 heights of text of 6 to 18 points. */
const MIN_OUTLINE_SIDE = 4;
const MAX_OUTLINE_SIDE = 28;

/** How far an outline may be from square. */
const MAX_OUTLINE_ASPECT = 1.3;

/** Collects what the paths and images of a page draw: rules, small outlines, and the small marks that may fill them. */
export class ShapeCollector {
  readonly rules: Rule[] = [];
  readonly outlines: Outline[] = [];
  readonly marks: Rect[] = [];
  readonly images: ImagePlacement[] = [];
  /** Something was left out because there was too much of it. */
  overflowed = false;
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  paint(path: PathRecorder, mode: PaintingMode, state: GraphicsState): void {
    if (mode !== "stroke") this.#coverGround(path.subpaths, state);
    const strokes = mode !== "fill" && state.stroke !== "white";
    const fills = mode !== "stroke" && state.fill !== "white";
    if (fills && !strokes && isRing(path.subpaths)) {
      this.#addOutline(path.subpaths[0], false);
      return;
    }
    const thickness = state.lineWidth * scaleOf(state.matrix);
    for (const subpath of path.subpaths) {
      if (strokes && this.#addOutline(subpath, fills && state.fill === "dark")) continue;
      if (strokes) this.#addStrokedRules(subpath, thickness);
      if (fills) this.#addFilledRule(subpath);
      if (strokes || fills) this.#addMark(subpath);
    }
  }

  /** Places an image, as far as the clipping path leaves it; one so thin that it is a line is a rule, too. */
  placeImage(
    image: Rect,
    pixels: { readonly width: number; readonly height: number },
    state: GraphicsState,
  ): void {
    const box = clipped(image, state.clip);
    if (!(box.x1 > box.x0 && box.y1 > box.y0)) return;
    this.#ground.cover(box, "unknown");
    this.#add(this.images, { box, pixelWidth: pixels.width, pixelHeight: pixels.height });
    this.#addThinBox(box);
  }

  /** A shading fills all that the clipping path leaves. */
  shade({ clip }: GraphicsState): void {
    this.#ground.cover(clip, "unknown");
  }

  #coverGround(subpaths: readonly Subpath[], { fill, clip }: GraphicsState): void {
    for (const subpath of subpaths) {
      if (fill !== "white" || isBox(subpath)) this.#ground.cover(clipped(subpath, clip), fill);
    }
  }

  /** Keeps a subpath of the shape and size of a check box; false for every other. */
  #addOutline(subpath: Subpath | undefined, filled: boolean): boolean {
    if (!subpath) return false;
    const kind = outlineKind(subpath);
    if (kind === undefined) return false;
    this.#add(this.outlines, { kind, box: boxOf(subpath), filled });
    return true;
  }

  #addStrokedRules({ straightLines }: Subpath, thickness: number): void {
    for (let i = 0; i + 3 < straightLines.length; i += 4) {
      const x0 = straightLines[i] ?? 0;
      const y0 = straightLines[i + 1] ?? 0;
      const x1 = straightLines[i + 2] ?? 0;
      const y1 = straightLines[i + 3] ?? 0;
      if (!(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) >= MIN_RULE_LENGTH)) continue;
      this.#add(this.rules, {
        x0: Math.min(x0, x1),
        y0: Math.min(y0, y1),
        x1: Math.max(x0, x1),
        y1: Math.max(y0, y1),
        thickness,
      });
    }
  }

  #addFilledRule(subpath: Subpath): void {
    if (subpath.upright && subpath.lines >= 2) this.#addThinBox(subpath);
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
    if (subpath.x1 - subpath.x0 <= MAX_OUTLINE_SIDE && subpath.y1 - subpath.y0 <= MAX_OUTLINE_SIDE) {
      this.#add(this.marks, boxOf(subpath));
    }
  }

  #add<Shape>(shapes: Shape[], shape: Shape): void {
    if (shapes.length < MAX_SHAPES) shapes.push(shape);
    else this.overflowed = true;
  }
}

/** What a subpath of the size of a check box outlines; undefined for everything else. */
function outlineKind(subpath: Subpath): Outline["kind"] | undefined {
  const width = subpath.x1 - subpath.x0;
  const height = subpath.y1 - subpath.y0;
  const short = width < height ? width : height;
  const long = width < height ? height : width;
  if (!(short >= MIN_OUTLINE_SIDE && long <= MAX_OUTLINE_SIDE && long <= short * MAX_OUTLINE_ASPECT))
    return undefined;
  if (isBox(subpath)) return "box";
  return subpath.curves >= 4 && subpath.lines <= 1 ? "circle" : undefined;
}

/** Two subpaths of which the second lies inside the first: a frame drawn as a filled shape with a hole. */
function isRing(subpaths: readonly Subpath[]): boolean {
  const outer = subpaths[0];
  const inner = subpaths[1];
  if (!outer || !inner || subpaths.length > 2 || outlineKind(outer) !== outlineKind(inner)) return false;
  return (
    outlineKind(outer) !== undefined &&
    inner.x0 > outer.x0 &&
    inner.y0 > outer.y0 &&
    inner.x1 < outer.x1 &&
    inner.y1 < outer.y1
  );
}

function isBox({ upright, lines }: Subpath): boolean {
  return upright && lines >= 3 && lines <= 5;
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
