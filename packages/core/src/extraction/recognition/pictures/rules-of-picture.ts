import { type Affine, boundsOf, scaleOf } from "../../geometry/affine.ts";
import type { Rule } from "../../page/page-content.ts";
import type { RulingLine, RulingLines } from "../../raster/ink/ruling-lines.ts";

/** Converts the ruling lines of a picture to page coordinates. */
export function rulesOf({ horizontal, vertical }: RulingLines, toPage: Affine): readonly Rule[] {
  return [...horizontal, ...vertical].map((line) => ruleOf(line, toPage));
}

/** Runs along the middle of the box, because lines of a deskewed page are level or vertical. */
function ruleOf({ x0, y0, x1, y1, thickness }: RulingLine, toPage: Affine): Rule {
  const box = boundsOf(toPage, [x0, y0, x1, y1]);
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  const isLevel = box.x1 - box.x0 >= box.y1 - box.y0;
  const ends = isLevel ? { x0: box.x0, y0: y, x1: box.x1, y1: y } : { x0: x, y0: box.y0, x1: x, y1: box.y1 };
  return { ...ends, thickness: thickness * scaleOf(toPage) };
}
