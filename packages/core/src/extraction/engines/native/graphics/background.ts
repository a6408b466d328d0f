import type { Rect } from "../../../page/rect.ts";
import type { Paint } from "./paint.ts";

/** Of more painted areas than this nothing is kept: text on such a page counts as seen. */
const MAX_AREAS = 1000;

/** Thinner areas, in points, are lines, on which no text stands. */
const MIN_SIDE = 3;

interface Area {
  readonly box: Rect;
  readonly isWhite: boolean;
}

/** What a page was painted with so far, so that white text on white paper can be told from white text on a colour. */
export class Background {
  readonly #areas: Area[] = [];
  #isUnknown = false;

  /** Notes that an area was painted. Of a shape that is no box, its bounds when it is coloured; nothing when white. */
  cover({ x0, y0, x1, y1 }: Rect, paint: Paint): void {
    if (!(x1 - x0 >= MIN_SIDE && y1 - y0 >= MIN_SIDE)) return;
    if (this.#areas.length < MAX_AREAS) {
      this.#areas.push({ box: { x0, y0, x1, y1 }, isWhite: paint === "white" });
    } else {
      this.#isUnknown = true;
    }
  }

  /** Whether the page is white at a point, as far as is known: paper, or painted white last. */
  isWhiteAt(x: number, y: number): boolean {
    if (this.#isUnknown) return false;
    for (let k = this.#areas.length - 1; k >= 0; k--) {
      const area = this.#areas[k];
      if (area !== undefined && contains(area.box, x, y)) return area.isWhite;
    }
    return true;
  }
}

function contains(box: Rect, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}
