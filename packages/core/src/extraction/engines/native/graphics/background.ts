import type { Rect } from "../../../geometry/rect.ts";
import type { Paint } from "./paint.ts";

/** Limit of recorded areas; beyond it, all text counts as visible. */
const MAX_AREAS = 1000;

/** Thinner areas, in points, are lines without text on them. */
const MIN_SIDE = 3;

interface Area {
  readonly box: Rect;
  readonly isWhite: boolean;
}

/** Records painted areas, to distinguish white text on white from white text on a colour. */
export class Background {
  readonly #areas: Area[] = [];
  #isUnknown = false;

  /** Records a painted area. For other shapes than boxes: the bounding box if coloured, nothing if white. */
  cover(area: Rect, paint: Paint): void {
    if (!canHoldText(area)) return;
    if (this.#areas.length < MAX_AREAS) {
      const { x0, y0, x1, y1 } = area;
      this.#areas.push({ box: { x0, y0, x1, y1 }, isWhite: paint === "white" });
    } else {
      this.#isUnknown = true;
    }
  }

  /** Whether the page is white at a point, as far as is known: unpainted, or last painted white. */
  isWhiteAt(x: number, y: number): boolean {
    if (this.#isUnknown) return false;
    for (let k = this.#areas.length - 1; k >= 0; k--) {
      const area = this.#areas[k];
      if (area !== undefined && contains(area.box, x, y)) return area.isWhite;
    }
    return true;
  }
}

/** Whether an area is large enough that text may be on it. */
export function canHoldText({ x0, y0, x1, y1 }: Rect): boolean {
  return x1 - x0 >= MIN_SIDE && y1 - y0 >= MIN_SIDE;
}

function contains(box: Rect, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}
