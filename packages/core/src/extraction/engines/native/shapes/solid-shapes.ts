import type { Outline } from "../../../page/page-content.ts";
import type { Rect } from "../../../page/rect.ts";
import type { Paint } from "../graphics/paint.ts";
import type { Subpath } from "./path-recorder.ts";
import { isInside, outlineKind, partOf, slantedLines } from "./shape-kinds.ts";

/** What is drawn in white on a solid shape follows it at once: so many solids before are looked at. */
const LATEST = 4;

/** White inside that leaves no more than a frame of the solid. A white dot on a radio button is smaller. */
const FRAMED = 0.65;

/** White that leaves nothing of it. */
const COVERED = 0.97;

/** A white speck says nothing. */
const LEAST = 0.2;

/** A tick drawn as an area has so many slanted sides; letters and signs of logos have curves and upright ones. */
const SIDES_OF_TICK = 3;

/** A box or disc painted whole. */
interface Solid {
  readonly kind: Outline["kind"];
  readonly box: Rect;
  readonly paint: Paint;
  state: "plain" | "marked" | "framed" | "covered";
}

/** A small painted shape that may mark a box. */
export interface Mark extends Rect {
  /** What it is painted with, where it is a box or disc; else "dark". */
  readonly paint: Paint;
  /** It is drawn with slanted lines or curves, as ticks and crosses are. */
  readonly isStroke?: boolean;
}

/** The boxes and discs of a page that are painted whole, with what is drawn on them in white. */
export class SolidShapes {
  readonly #solids: Solid[] = [];

  add(kind: Outline["kind"], { x0, y0, x1, y1 }: Rect, paint: Paint): void {
    this.#solids.push({ kind, box: { x0, y0, x1, y1 }, paint, state: "plain" });
  }

  get count(): number {
    return this.#solids.length;
  }

  /** Sees a white shape, or a white line, painted on what was painted before. */
  whiten(subpath: Subpath, isArea: boolean): void {
    if (this.#solids.length === 0) return;
    const solid = this.#solids.slice(-LATEST).findLast(({ box }) => isInside(subpath, box));
    if (solid === undefined) return;
    const part = partOf(subpath, solid.box);
    if (isArea && outlineKindIs(subpath, solid.kind) && part >= FRAMED) {
      if (part < 1 / COVERED) solid.state = part >= COVERED ? "covered" : "framed";
    } else if (part >= LEAST && part < 1 && isMarkOn(solid, subpath, isArea)) {
      solid.state = "marked";
    }
  }

  /** Solids that are check boxes for what was drawn on them in white. */
  outlines(): Outline[] {
    return this.#solids
      .filter(({ state }) => state === "marked" || state === "framed")
      .map(({ kind, box, state }) => ({ kind, box, filled: state === "marked" }));
  }

  /** Solids that may mark a box around them. */
  marks(): Mark[] {
    return this.#solids
      .filter(({ state }) => state === "plain" || state === "marked")
      .map(({ box, paint }) => ({ ...box, paint }));
  }
}

function outlineKindIs(subpath: Subpath, kind: Outline["kind"]): boolean {
  return outlineKind(subpath) === kind;
}

function isMarkOn({ kind }: Solid, subpath: Subpath, isArea: boolean): boolean {
  if (kind === "circle") return isArea && subpath.curves >= 4 && subpath.lines <= 4;
  return slantedLines(subpath) >= (isArea ? SIDES_OF_TICK : 1) && subpath.curves <= 2 * subpath.lines;
}
