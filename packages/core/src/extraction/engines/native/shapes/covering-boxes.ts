import { GLYPH } from "../../../page/page-content.ts";
import type { Rect } from "../../../geometry/rect.ts";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import type { Subpath } from "./path-recorder.ts";
import { isBox } from "./shape-kinds.ts";

/** Limit of recorded boxes; text under further ones counts as visible. */
const MAX_BOXES = 1000;

/** Limit of comparisons of a glyph with a box on one page, which take about half a second. */
const MAX_CHECKS = 5_000_000;

/** Lower boxes, in points, are lines and cover no text. */
const MIN_SIDE = 3;

/** Height of small letters above the baseline, in fractions of the size. */
const LETTER_HEIGHT = 0.5;

/** Height of the rows in which glyphs are looked up, in points. */
const ROW = 16;

interface CoveringBox {
  readonly box: Rect;
  /** Number of glyphs drawn before it. */
  readonly before: number;
}

/** Records opaque boxes painted after text, which hide the glyphs below them. */
export class CoveringBoxes {
  readonly #boxes: CoveringBox[] = [];

  /** Records a filled path with `before` glyphs drawn so far. */
  add(path: readonly Subpath[], state: GraphicsState, before: number): void {
    const [only] = path;
    if (before === 0 || path.length !== 1 || !only || !isBox(only) || !state.hidesWhatIsBelow) return;
    const { clip } = state;
    const box = {
      x0: Math.max(only.x0, clip.x0),
      y0: Math.max(only.y0, clip.y0),
      x1: Math.min(only.x1, clip.x1),
      y1: Math.min(only.y1, clip.y1),
    };
    if (!(box.x1 - box.x0 >= MIN_SIDE && box.y1 - box.y0 >= MIN_SIDE)) return;
    if (this.#boxes.length < MAX_BOXES) this.#boxes.push({ box, before });
  }

  /** Flags the glyphs that lie within a box painted after them. */
  flagCovered(glyphs: GlyphWriter): void {
    if (this.#boxes.length === 0) return;
    const rows = rowsOf(glyphs);
    let checks = MAX_CHECKS;
    for (const covering of this.#boxes) {
      const { y0, y1 } = covering.box;
      for (let row = Math.floor(y0 / ROW); row <= Math.floor(y1 / ROW); row++) {
        const members = rows.get(row) ?? [];
        checks -= members.length;
        if (checks < 0) return;
        flagMembers(members, glyphs, covering);
      }
    }
  }
}

type Rows = ReadonlyMap<number, readonly number[]>;

function flagMembers(members: readonly number[], glyphs: GlyphWriter, { box, before }: CoveringBox): void {
  for (const i of members) {
    if (i < before && isWithin(glyphs, i, box)) glyphs.flags[i] = (glyphs.flags[i] ?? 0) | GLYPH.CLIPPED;
  }
}

/** The glyphs by the row of their origin. */
function rowsOf({ count, y }: GlyphWriter): Rows {
  const rows = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const row = Math.floor((y[i] ?? 0) / ROW);
    const members = rows.get(row);
    if (members) members.push(i);
    else rows.set(row, [i]);
  }
  return rows;
}

/** Whether the baseline and the upper end of small letters are in the box. */
function isWithin({ x, y, advance, angle, size }: GlyphWriter, i: number, box: Rect): boolean {
  const left = x[i] ?? 0;
  const base = y[i] ?? 0;
  // Most glyphs of the rows are beside the box.
  if (!contains(box, left, base)) return false;
  const height = LETTER_HEIGHT * (size[i] ?? 0);
  const width = advance[i] ?? 0;
  const radians = ((angle[i] ?? 0) * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return (
    contains(box, left + cos * width, base + sin * width) &&
    contains(box, left + sin * height, base - cos * height)
  );
}

function contains({ x0, y0, x1, y1 }: Rect, x: number, y: number): boolean {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}
