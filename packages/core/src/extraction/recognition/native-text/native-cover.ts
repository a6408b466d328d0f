import { GLYPH, type Glyphs, type PageContent } from "../../page/page-content.ts";
import { areaOf, type Rect, sharedArea } from "../../geometry/rect.ts";
import type { PlacedWord } from "../words/placed-word.ts";

/** If native glyphs cover this share of a word, the document already contains it. */
const DOUBLE = 0.5;

/** Height of a glyph above and below its baseline, as a fraction of its size. */
const ABOVE = 0.8;
const BELOW = 0.25;

/** Returns the words that are not covered by the page's own glyphs or form fields. */
export function withoutDoubles(
  words: readonly PlacedWord[],
  { glyphs, fields }: Pick<PageContent, "glyphs" | "fields">,
): readonly PlacedWord[] {
  const boxes = [...glyphBoxes(glyphs), ...fields.map((field) => field.box)];
  return words.filter(({ box }) => {
    let covered = 0;
    for (const glyph of boxes) covered += sharedArea(box, glyph);
    return covered < DOUBLE * areaOf(box);
  });
}

/** Returns the bounding boxes of the page's own glyphs, in points. */
export function glyphBoxes(glyphs: Glyphs): readonly Rect[] {
  const boxes: Rect[] = [];
  for (let i = 0; i < glyphs.count; i++) {
    if (((glyphs.flags[i] ?? 0) & (GLYPH.BLANK | GLYPH.OFF_PAGE)) === 0) boxes.push(boxOf(glyphs, i));
  }
  return boxes;
}

function boxOf(glyphs: Glyphs, i: number): Rect {
  const [x, y] = [glyphs.x[i] ?? 0, glyphs.y[i] ?? 0];
  const radians = ((glyphs.angle[i] ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const advance = glyphs.advance[i] ?? 0;
  const [above, below] = [ABOVE * (glyphs.size[i] ?? 0), BELOW * (glyphs.size[i] ?? 0)];
  const xs = [x + above * sin, x - below * sin].flatMap((at) => [at, at + advance * cos]);
  const ys = [y - above * cos, y + below * cos].flatMap((at) => [at, at + advance * sin]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
