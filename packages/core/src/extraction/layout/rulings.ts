import type { PageContent, Rule } from "../page/page-content.ts";
import { boxInFrame, type Frame } from "./frame.ts";
import type { Divider } from "./segments.ts";

/** Straight lines drawn on the page, in the frame of a direction. */
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

/** A shorter line is a part of a drawing, in points. */
const SHORTEST = 6;

/** Pieces of a line drawn apart, or twice, are one line when they are as near as this, in points. */
const SAME_LINE = 1.5;

/** The rules of the page; of a tilted direction none, since they would stand askew. */
export function rulingsOf(content: PageContent, frame: Frame): Rulings {
  if (frame.sin !== 0 && frame.cos !== 0) return { vertical: [], horizontal: [] };
  const isUpright = frame.sin === 0 && frame.cos === 1;
  const rules = isUpright
    ? content.rules
    : content.rules.map((rule) => ({ ...boxInFrame(frame, rule), thickness: rule.thickness }));
  return { vertical: verticalRules(rules), horizontal: horizontalRules(rules) };
}

function verticalRules(rules: readonly Rule[]): readonly VerticalRule[] {
  const upright: VerticalRule[] = [];
  for (const { x0, x1, y0, y1 } of rules) {
    if (y1 - y0 > Math.max(SHORTEST, x1 - x0)) upright.push({ x: (x0 + x1) / 2, y0, y1 });
  }
  const joined: VerticalRule[] = [];
  for (const rule of upright.toSorted(fromLeftToRight)) {
    const last = joined.at(-1);
    if (last !== undefined && rule.x - last.x <= SAME_LINE && rule.y0 <= last.y1 + SAME_LINE) {
      joined[joined.length - 1] = {
        x: last.x,
        y0: Math.min(last.y0, rule.y0),
        y1: Math.max(last.y1, rule.y1),
      };
    } else {
      joined.push(rule);
    }
  }
  return joined;
}

function horizontalRules(rules: readonly Rule[]): readonly HorizontalRule[] {
  const level: HorizontalRule[] = [];
  for (const { x0, x1, y0, y1, thickness } of rules) {
    if (x1 - x0 > Math.max(SHORTEST, y1 - y0)) level.push({ y: (y0 + y1) / 2, x0, x1, thickness });
  }
  const joined: HorizontalRule[] = [];
  for (const rule of level.toSorted(fromTopToBottom)) {
    const last = joined.at(-1);
    if (last !== undefined && rule.y - last.y <= SAME_LINE && rule.x0 <= last.x1 + SAME_LINE) {
      joined[joined.length - 1] = {
        y: last.y,
        x0: Math.min(last.x0, rule.x0),
        x1: Math.max(last.x1, rule.x1),
        thickness: last.thickness,
      };
    } else {
      joined.push(rule);
    }
  }
  return joined;
}

function fromLeftToRight(a: VerticalRule, b: VerticalRule): number {
  return a.x - b.x || a.y0 - b.y0;
}

function fromTopToBottom(a: HorizontalRule, b: HorizontalRule): number {
  return a.y - b.y || a.x0 - b.x0;
}

/** How far above a baseline, in points, a vertical rule must reach to part the text on it. */
const ABOVE_BASELINE = 2;

/** Text is parted by the vertical rules between its glyphs and by the sides of images. */
export function dividerOf(content: PageContent, frame: Frame, { vertical }: Rulings): Divider {
  const sides = content.images.flatMap((image) => {
    const { x0, x1, y0, y1 } = boxInFrame(frame, image.box);
    return [
      { x: x0, y0, y1 },
      { x: x1, y0, y1 },
    ];
  });
  const lines = [...vertical, ...sides].toSorted((a, b) => a.x - b.x);
  if (lines.length === 0) return () => false;
  const places = Float64Array.from(lines, (line) => line.x);
  return (x0, x1, y) => {
    for (let k = firstFrom(places, x0); k < lines.length && (places[k] ?? 0) <= x1; k++) {
      const line = lines[k];
      if (line !== undefined && line.y0 <= y - ABOVE_BASELINE && line.y1 >= y - ABOVE_BASELINE) return true;
    }
    return false;
  };
}

/** The index of the first of the ascending places that is not left of `x`. */
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
