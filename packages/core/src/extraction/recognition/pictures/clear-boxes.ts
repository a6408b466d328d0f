import type { Rect } from "../../geometry/rect.ts";
import type { CheckBox } from "../../raster/check-boxes/check-boxes.ts";
import type { InkImage } from "../../raster/image/ink-image.ts";

/** Distance of the inspected margin from the box, and its width, as multiples of the box side. */
const DISTANCE = 0.12;
const SURROUNDINGS = 0.25;

/** With a larger share of ink around it, a shape is part of a drawing; certain boxes may be close to text. */
const MOST_INK = 0.12;
const CERTAIN = 0.95;
const MOST_INK_AT_CERTAIN = 0.25;

/** Returns the check boxes with little ink around them; shapes in drawings and woodcuts are dropped. */
export function clearBoxes(boxes: readonly CheckBox[], ink: InkImage): readonly CheckBox[] {
  return boxes.filter(
    ({ kind, box, confidence }) =>
      inkAround(box, ink) <= (kind === "box" && confidence >= CERTAIN ? MOST_INK_AT_CERTAIN : MOST_INK),
  );
}

/** Share of ink above, below and to the left of the box; not to the right, where its label may begin. */
function inkAround(box: Rect, { width, height, ink }: InkImage): number {
  const side = Math.max(box.x1 - box.x0, box.y1 - box.y0);
  const inner = Math.max(2, Math.round(DISTANCE * side));
  const outer = inner + Math.max(2, Math.round(SURROUNDINGS * side));
  let [marked, seen] = [0, 0];
  for (let y = Math.max(0, box.y0 - outer); y < Math.min(height, box.y1 + outer); y++) {
    const beside = y >= box.y0 - inner && y < box.y1 + inner;
    const end = beside ? box.x0 - inner : box.x1;
    for (let x = Math.max(0, box.x0 - outer); x < end; x++) {
      marked += ink[y * width + x] ?? 0;
      seen++;
    }
  }
  return seen === 0 ? 0 : marked / seen;
}
