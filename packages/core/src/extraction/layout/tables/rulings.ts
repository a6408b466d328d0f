import type { PageContent, Rule } from "../../page/page-content.ts";
import { boxInFrame, type Frame } from "../directions/frame.ts";
import type { Dividers } from "../rows/segments.ts";

/** Ruling lines of the page, in the frame of a direction. */
export interface Rulings {
  readonly vertical: readonly VerticalRule[];
  readonly horizontal: readonly HorizontalRule[];
}

export interface VerticalRule {
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

export interface HorizontalRule {
  readonly y: number;
  readonly x0: number;
  readonly x1: number;
  readonly thickness: number;
}

/** Shorter lines, in points, are part of a drawing. */
const SHORTEST = 6;

/** Collinear pieces closer than this, in points, are one line. */
const SAME_LINE = 1.5;

/** The ruling lines of the page; none for a tilted direction, in which they would be oblique. */
export function rulingsOf(content: PageContent, frame: Frame): Rulings {
  if (frame.sin !== 0 && frame.cos !== 0) return { vertical: [], horizontal: [] };
  const isUpright = frame.sin === 0 && frame.cos === 1;
  const rules = isUpright
    ? content.rules
    : content.rules.map((rule) => ({ ...boxInFrame(frame, rule), thickness: rule.thickness }));
  return { vertical: verticalRules(rules), horizontal: horizontalRules(rules) };
}

function verticalRules(rules: readonly Rule[]): readonly VerticalRule[] {
  const upright: Stroke[] = [];
  for (const { x0, x1, y0, y1, thickness } of rules) {
    if (y1 - y0 > Math.max(SHORTEST, x1 - x0))
      upright.push({ place: (x0 + x1) / 2, start: y0, end: y1, thickness });
  }
  return joined(upright).map(({ place, start, end }) => ({ x: place, y0: start, y1: end }));
}

function horizontalRules(rules: readonly Rule[]): readonly HorizontalRule[] {
  const level: Stroke[] = [];
  for (const { x0, x1, y0, y1, thickness } of rules) {
    if (x1 - x0 > Math.max(SHORTEST, y1 - y0))
      level.push({ place: (y0 + y1) / 2, start: x0, end: x1, thickness });
  }
  return joined(level).map(({ place, start, end, thickness }) => ({
    y: place,
    x0: start,
    x1: end,
    thickness,
  }));
}

/** A ruling line independent of its direction: its position across and its extent along. */
interface Stroke {
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly thickness: number;
}

/** Strokes sorted by position; touching collinear strokes are merged. */
function joined(strokes: readonly Stroke[]): readonly Stroke[] {
  const sorted = strokes.toSorted(byPlace);
  const all: Stroke[] = [];
  for (let first = 0; first < sorted.length;) {
    const line = (sorted[first]?.place ?? 0) + SAME_LINE;
    let end = first + 1;
    while ((sorted[end]?.place ?? Infinity) <= line) end++;
    all.push(...joinedOnLine(sorted.slice(first, end)));
    first = end;
  }
  return all;
}

// Functions of the module keep their compiled code, which V8 drops with those that are made anew for each page.
function byPlace(a: Stroke, b: Stroke): number {
  return a.place - b.place || a.start - b.start;
}

function byStart(a: Stroke, b: Stroke): number {
  return a.start - b.start;
}

function joinedOnLine(strokes: readonly Stroke[]): readonly Stroke[] {
  const pieces: Stroke[] = [];
  for (const stroke of strokes.toSorted(byStart)) {
    const last = pieces.at(-1);
    if (last !== undefined && stroke.start <= last.end + SAME_LINE)
      pieces[pieces.length - 1] = { ...last, end: Math.max(last.end, stroke.end) };
    else pieces.push(stroke);
  }
  return pieces;
}

/** How far above a baseline, in points, a vertical ruling line must extend to separate text on it. */
const ABOVE_BASELINE = 2;

/** Text is separated by vertical ruling lines between its glyphs and by the sides of images. */
export function dividersOf(content: PageContent, frame: Frame, { vertical }: Rulings): Dividers {
  const sides = content.images.flatMap((image) => {
    const { x0, x1, y0, y1 } = boxInFrame(frame, image.box);
    return [
      { x: x0, y0, y1 },
      { x: x1, y0, y1 },
    ];
  });
  return new DrawnDividers([...vertical, ...sides]);
}

class DrawnDividers implements Dividers {
  /** From left to right. */
  readonly #lines: readonly VerticalRule[];
  readonly #places: Float64Array;

  constructor(lines: readonly VerticalRule[]) {
    this.#lines = lines.toSorted(byX);
    this.#places = Float64Array.from(this.#lines, xOf);
  }

  isBetween(x0: number, x1: number, y: number): boolean {
    const top = y - ABOVE_BASELINE;
    for (let k = firstFrom(this.#places, x0); k < this.#lines.length; k++) {
      const line = this.#lines[k];
      if (line === undefined || line.x > x1) return false;
      if (line.y0 <= top && line.y1 >= top) return true;
    }
    return false;
  }
}

function byX(a: VerticalRule, b: VerticalRule): number {
  return a.x - b.x;
}

function xOf({ x }: VerticalRule): number {
  return x;
}

/** The index of the first of the ascending positions that is not left of `x`. */
function firstFrom(places: Float64Array, x: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
