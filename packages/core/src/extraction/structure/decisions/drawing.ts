import { deciding, scoreOf } from "../../page/decision-log.ts";
import type { DrawnRegion } from "../geometry/drawn-regions.ts";

/**
 * Are shapes a chart, a diagram or another drawing, so that the text between them is none of the page's rows? Ruling
 * lines and shaded cells alone never say so: tables have them as well.
 */
const EVIDENCE = {
  /** Each shape with slanted lines or curves, up to `mostSlanted`: a logo has one or two. */
  slanted: 2,
  mostSlanted: 3,
  /** Each height of filled areas without text from the third on, up to `mostHeights`: bars; fields to fill in are alike. */
  height: 1,
  mostHeights: 4,
  /** Level and upright lines along it: axes. */
  axes: 2,
  /** Each line of prose inside: a frame or a background around text. */
  prose: -2,
};

// The numbers were chosen on pages of R vignettes, papers of ICDAR-2013 (part `develop`) and forms.

/** Two curves, a curve with axes, or bars of many heights. */
const LEAST_SCORE = 4;

/** Smaller slanted shapes, in points, are ticks, bullets, letters and points of a curve. */
const LEAST_SLANTED = 28;

/** Heights that round to the same multiple of this many points are equal. */
const SAME_HEIGHT = 2;
const FEWEST_HEIGHTS = 3;

/** Longer texts, in characters, are prose. */
const PROSE = 40;

/** @param texts the texts inside the region */
export function isDrawing({ box, shapes, rules }: DrawnRegion, texts: readonly string[]): boolean {
  const slanted = shapes.filter(
    ({ isSlanted, x0, x1, y0, y1 }) => isSlanted && Math.max(x1 - x0, y1 - y0) >= LEAST_SLANTED,
  ).length;
  const areas = shapes.filter(({ isSlanted }) => !isSlanted);
  const heights = new Set(areas.map(({ y0, y1 }) => Math.round((y1 - y0) / SAME_HEIGHT))).size;
  const hasAxes =
    rules.some(({ x0, x1, y0, y1 }) => x1 - x0 > y1 - y0) &&
    rules.some(({ x0, x1, y0, y1 }) => y1 - y0 > x1 - x0);
  const prose = texts.filter(({ length }) => length >= PROSE).length;
  const weights = {
    slanted: EVIDENCE.slanted * Math.min(slanted, EVIDENCE.mostSlanted),
    heights: heights < FEWEST_HEIGHTS ? 0 : EVIDENCE.height * Math.min(heights, EVIDENCE.mostHeights),
    axes: hasAxes && slanted + heights > 0 ? EVIDENCE.axes : 0,
    prose: EVIDENCE.prose * prose,
  };
  const score = scoreOf(weights);
  const accepted = score >= LEAST_SCORE;
  deciding.log?.record({
    question: "drawing",
    accepted,
    outcome: accepted ? "A drawing; texts in it are its labels." : "Shapes that are no drawing.",
    box,
    score,
    threshold: LEAST_SCORE,
    reasons: [
      { fact: "shapes with slanted lines or curves", value: slanted, weight: weights.slanted },
      { fact: "heights of filled areas without text", value: heights, weight: weights.heights },
      { fact: "level and upright lines", value: hasAxes ? "yes" : "no", weight: weights.axes },
      { fact: "lines of prose inside", value: prose, weight: weights.prose },
    ],
  });
  return accepted;
}
