import type { Outline } from "../../../page/page-content.ts";
import type { Rect } from "../../../geometry/rect.ts";
import type { Paint } from "../graphics/paint.ts";
import type { Subpath } from "./path-recorder.ts";
import { isInside, outlineKind, partOf, slantedLines } from "./shape-kinds.ts";

/** White shapes are drawn directly after the solid shape below: only this many previous ones are checked. */
const LATEST = 4;

/** White area that leaves at most a frame of the solid. A white dot on a radio button is smaller. */
const FRAMED = 0.65;

/** White area that covers the solid. */
const COVERED = 0.97;

/** Smaller white areas are ignored. */
const LEAST = 0.2;

/** Number of slanted sides of a filled tick; letters and logos have curves and vertical sides. */
const SIDES_OF_TICK = 3;

/** A filled box or disc. */
interface Solid {
  readonly kind: Outline["kind"];
  readonly box: Rect;
  readonly paint: Paint;
  state: "plain" | "marked" | "framed" | "covered";
}

/** A small filled shape that may mark a box. */
export interface Mark extends Rect {
  /** Its paint if it is a box or disc; otherwise "dark". */
  readonly paint: Paint;
  /** Its lines if they are those of a pen, like ticks and crosses. */
  readonly stroke?: "slanted" | "curved" | undefined;
}

/** The filled boxes and discs of a page, with white shapes drawn on them. */
export class SolidShapes {
  readonly #solids: Solid[] = [];

  add(kind: Outline["kind"], { x0, y0, x1, y1 }: Rect, paint: Paint): void {
    this.#solids.push({ kind, box: { x0, y0, x1, y1 }, paint, state: "plain" });
  }

  get count(): number {
    return this.#solids.length;
  }

  /** Records a white shape or line painted on earlier shapes. */
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

  /** Solids that are check boxes because of the white drawn on them. */
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
