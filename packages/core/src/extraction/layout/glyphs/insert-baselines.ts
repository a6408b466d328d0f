import type { Rect } from "../../geometry/rect.ts";
import { boxInFrame, type Frame } from "../directions/frame.ts";
import type { Insert } from "./insert.ts";
import type { ReadingGlyphs } from "./reading-glyphs.ts";

/** Font size in a box without neighbouring text: a fraction of its height, up to this many points. */
const FILLED = 0.75;
const LARGEST_FITTING = 12;

/** From the middle of a line of text to its baseline, in fractions of the size. */
const MIDDLE_TO_BASELINE = 0.35;

/** The size and baseline of the text next to an insert, or values that fit its box. */
export function baselineOf(
  insert: Insert,
  frame: Frame,
  drawn: ReadingGlyphs,
): { readonly size: number; readonly y: number } {
  const box = boxInFrame(frame, insert.box);
  const neighbour = insert.free || drawn.count > MOST_SEARCHED ? -1 : neighbourOf(insert, box, drawn);
  if (neighbour >= 0) return { size: insert.size || drawn.size(neighbour), y: drawn.baseline(neighbour) };
  const size = insert.size || Math.max(1, Math.min(FILLED * (box.y1 - box.y0), LARGEST_FITTING));
  return { size, y: (box.y0 + box.y1) / 2 + MIDDLE_TO_BASELINE * size };
}

/** Above this number of glyphs, neighbours are not searched, because each insert checks every glyph. */
const MOST_SEARCHED = 20_000;

function neighbourOf({ kind }: Insert, box: Rect, drawn: ReadingGlyphs): number {
  const onRow = nearestOnRow(box, drawn);
  return onRow >= 0 || kind !== "mark" ? onRow : nearestOverlapping(box, drawn);
}

/** Search distance for glyphs in the same row, in multiples of the glyph's size. */
const ROW_REACH = 30;

/** Largest vertical offset between the middle of an insert and its row, in multiples of the glyph's size. */
const OFF_CENTRE = 0.6;

/** Off-centre text counts as this many times farther away, so that the row next to the box wins. */
const OFF_CENTRE_COST = 4;

/** The nearest glyph in a row that contains the middle of the box; -1 if there is none. */
function nearestOnRow(box: Rect, glyphs: ReadingGlyphs): number {
  const middle = (box.y0 + box.y1) / 2;
  let nearest = -1;
  let shortest = Infinity;
  for (let i = 0; i < glyphs.count; i++) {
    const size = glyphs.size(i);
    const offCentre = Math.abs(glyphs.baseline(i) - MIDDLE_TO_BASELINE * size - middle);
    if (offCentre > OFF_CENTRE * size) continue;
    const gap = Math.max(box.x0 - glyphs.right(i), glyphs.left(i) - box.x1, 0);
    const distance = gap + OFF_CENTRE_COST * offCentre;
    if (gap >= ROW_REACH * size || distance >= shortest) continue;
    shortest = distance;
    nearest = i;
  }
  return nearest;
}

/** Height of capitals above the baseline, in fractions of the size. */
const CAPITALS = 0.72;

/**
 * Least shared part of the smaller height between a raised box and its label, and largest distance between them, in
 * sizes.
 */
const LEAST_SHARED = 0.25;
const LABEL_REACH = 3;

/** The nearest glyph of a row that the box is vertically offset from, such as a heading; -1 if there is none. */
function nearestOverlapping(box: Rect, glyphs: ReadingGlyphs): number {
  let nearest = -1;
  let shortest = Infinity;
  for (let i = 0; i < glyphs.count; i++) {
    const size = glyphs.size(i);
    const bottom = glyphs.baseline(i);
    const top = bottom - CAPITALS * size;
    const shared = Math.min(box.y1, bottom) - Math.max(box.y0, top);
    if (shared < LEAST_SHARED * Math.min(box.y1 - box.y0, bottom - top)) continue;
    const gap = Math.max(box.x0 - glyphs.right(i), glyphs.left(i) - box.x1, 0);
    const distance = gap - OFF_CENTRE_COST * shared;
    if (gap >= LABEL_REACH * size || distance >= shortest) continue;
    shortest = distance;
    nearest = i;
  }
  return nearest;
}
