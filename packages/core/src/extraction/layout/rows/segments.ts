import type { Baseline } from "./baselines.ts";
import { withoutDuplicates } from "../glyphs/duplicate-glyphs.ts";
import { type ReadingGlyphs, TRAIT } from "../glyphs/reading-glyphs.ts";
import { areLeaders, endsLeader, isLeaderEnd, LEADER_GAP, startOfLeaderEnd } from "../spacing/leaders.ts";
import { blankFinder } from "../spacing/letter-spacing.ts";
import type { Segment } from "./segment.ts";
import { isSpacedHeading } from "./spaced-headings.ts";
import { stretchWriter } from "./segment-text.ts";

/** A wider gap starts a new segment, in fractions of the font size: no font has a wider space. */
export const SEGMENT_GAP = 0.85;

/**
 * A glyph that starts this far left of the previous glyph's end belongs to another text, in fractions of the font size.
 */
const STEP_BACK = 0.65;

/** Least gap in which a drawn line separates segments, in fractions of the font size. */
const DIVIDED_GAP = 0.05;

/** Vertical offset of hidden text below visible text at the same place, in points. */
const BEHIND = 0.02;

/** Sizes within this factor count as equal. */
const SAME_SIZE = 1.01;

/** Drawn lines that separate text. */
export interface Dividers {
  /** Whether one stands between two positions on a baseline. */
  isBetween(x0: number, x1: number, y: number): boolean;
}

export const NO_DIVIDERS: Dividers = { isBetween: () => false };

/** Splits baselines into segments, from top to bottom and left to right. */
export function segmentsOf(
  baselines: readonly Baseline[],
  glyphs: ReadingGlyphs,
  dividers: Dividers,
  write = stretchWriter(glyphs, blankFinder(glyphs)),
): readonly Segment[] {
  const segments: Segment[] = [];
  for (const [index, baseline] of baselines.entries()) {
    const isOverlay = (baseline.layer ?? 0) > 0;
    let end = Infinity;
    let leader: number | undefined;
    const members = withoutDuplicates(baseline.glyphs, glyphs);
    const stretches = isSpacedHeading(baselines, index, glyphs)
      ? [members]
      : stretchesOf(members, glyphs, dividers);
    for (const stretch of stretches) {
      const { text, cells, words } = write(stretch);
      const place = placeOf(
        baseline.layer === undefined ? stretch : visibleGlyphsOf(stretch, glyphs),
        glyphs,
      );
      const { x0, x1, size } = place;
      const y = baseline.behind === undefined ? place.y : Math.max(place.y, baseline.behind + BEHIND);
      const followsLeader = leader !== undefined && isLeaderEnd(stretch, leader, glyphs);
      const isFilled = glyphs.hasInserts && stretch.some((i) => glyphs.has(i, TRAIT.VALUE + TRAIT.MARK));
      const isSeparated = x0 > end && dividers.isBetween(end, x0, y);
      segments.push({
        text,
        cells,
        x0,
        x1,
        y,
        size,
        isSeparated,
        followsLeader,
        isFilled,
        isOverlay,
        baseline: index,
        glyphs: stretch,
        words,
      });
      end = x1;
      leader = endsLeader(stretch, glyphs) ? size : undefined;
    }
  }
  return segments;
}

function stretchesOf(members: Int32Array, glyphs: ReadingGlyphs, dividers: Dividers): readonly Int32Array[] {
  if (!glyphs.hasInserts) return drawnStretches(members, glyphs, dividers);
  const drawn = members.filter((i) => !glyphs.has(i, TRAIT.VALUE));
  const values = members.filter((i) => glyphs.has(i, TRAIT.VALUE));
  const places = Array.from(values, (i) => glyphs.left(i));
  // A value may cover the text printed under it, so its drawing order is irrelevant.
  const parted = drawnStretches(drawn, glyphs, {
    isBetween: (x0, x1, y) => dividers.isBetween(x0, x1, y) || places.some((x) => x >= x0 && x <= x1),
  });
  const all = [...parted, ...Array.from(values, (i) => Int32Array.of(i))];
  return all.toSorted((a, b) => glyphs.left(a[0] ?? 0) - glyphs.left(b[0] ?? 0));
}

function drawnStretches(
  members: Int32Array,
  glyphs: ReadingGlyphs,
  dividers: Dividers,
): readonly Int32Array[] {
  const stretches: Int32Array[] = [];
  let from = 0;
  let previous = members[0] ?? 0;
  let end = glyphs.right(previous);
  for (let k = 1; k < members.length; k++) {
    const i = members[k] ?? 0;
    const right = glyphs.right(i);
    if (isApart(glyphs, previous, i, end) || isDivided(glyphs, i, end, dividers)) {
      pushSplit(stretches, members.subarray(from, k), glyphs);
      from = k;
      end = right;
    } else if (right > end) {
      end = right;
    }
    previous = i;
  }
  if (from < members.length) pushSplit(stretches, members.subarray(from), glyphs);
  return stretches;
}

/** Adds a segment, or two if a leader in it leads to a short end. */
function pushSplit(stretches: Int32Array[], stretch: Int32Array, glyphs: ReadingGlyphs): void {
  const at = startOfLeaderEnd(stretch, glyphs);
  if (at === 0) stretches.push(stretch);
  else stretches.push(stretch.subarray(0, at), stretch.subarray(at));
}

/** Whether glyph `i` starts a new segment after the one that ends at `end` with `previous`. */
function isApart(glyphs: ReadingGlyphs, previous: number, i: number, end: number): boolean {
  const em = Math.min(glyphs.size(i), glyphs.size(previous));
  const gap = glyphs.left(i) - end;
  if (gap > SEGMENT_GAP * em) return gap > LEADER_GAP * em || !areLeaders(glyphs, previous, i);
  return gap < -STEP_BACK * Math.max(em, glyphs.width(i));
}

function isDivided(glyphs: ReadingGlyphs, i: number, end: number, dividers: Dividers): boolean {
  const left = glyphs.left(i);
  return left - end > DIVIDED_GAP * glyphs.size(i) && dividers.isBetween(end, left, glyphs.baseline(i));
}

function placeOf(stretch: Int32Array, glyphs: ReadingGlyphs): Pick<Segment, "x0" | "x1" | "y" | "size"> {
  const main = mainGlyph(stretch, glyphs);
  let x1 = -Infinity;
  for (let k = 0; k < stretch.length; k++) {
    const right = glyphs.right(stretch[k] ?? 0);
    if (right > x1) x1 = right;
  }
  return { x0: glyphs.left(stretch[0] ?? 0), x1, y: glyphs.baseline(main), size: glyphs.size(main) };
}

/** The visible glyphs, or all if none is visible: clipped glyphs take no room in their row. */
function visibleGlyphsOf(stretch: Int32Array, glyphs: ReadingGlyphs): Int32Array {
  const seen = stretch.filter((i) => !glyphs.has(i, TRAIT.HIDDEN));
  return seen.length === 0 ? stretch : seen;
}

/** The first of the largest glyphs, which determines the segment's size and baseline. */
function mainGlyph(stretch: Int32Array, glyphs: ReadingGlyphs): number {
  let main = stretch[0] ?? 0;
  for (let k = 1; k < stretch.length; k++) {
    const i = stretch[k] ?? 0;
    if (glyphs.size(i) > SAME_SIZE * glyphs.size(main)) main = i;
  }
  return main;
}
