import { isRightToLeft } from "../glyphs/characters.ts";
import { type ReadingGlyphs, TRAIT } from "../glyphs/reading-glyphs.ts";

/** Glyphs that overlap by more than this fraction of the narrower one collide; kerning overlaps less. */
const COLLISION = 0.3;

/** Narrower glyphs, in fractions of the size, are marks on other glyphs. */
const MARK_WIDTH = 0.05;

/** Largest gap within a run, in fractions of the font size. */
const WIDEST_GAP = 2;
const FARTHEST_BACK = 0.35;

/** Sizes within this factor count as equal. */
const SAME_SIZE = 1.5;

/** Equal glyphs closer than this, in fractions of the font size, are a letter and its shadow. */
const SHADOW = 0.3;

/** Least share of a run that must be the shadow of other runs. */
const SHADOWED = 0.9;

/** Filler characters that text is written on or leaders consist of; a run of this many is not text of its own. */
const FILLERS = new Set([".", "_", "-", "\u00b7", "\u2024", "\u2026", "\u2013", "\u2014"]);
const FEWEST_FILLERS = 4;

/** Baselines with more glyphs are not lines of text and are not split into runs. */
const MOST_GLYPHS = 4000;
const MOST_RUNS = 400;

/** Glyphs that were drawn together. */
interface Run {
  /** In drawing order. */
  readonly drawn: readonly number[];
  /** From left to right. */
  readonly glyphs: readonly number[];
  readonly x0: number;
  readonly x1: number;
  readonly size: number;
  readonly isHidden: boolean;
  readonly isFiller: boolean;
}

/** Glyphs of a baseline without overlaps. */
export interface Layer {
  readonly glyphs: readonly number[];
  /** Not visible. */
  readonly isHidden: boolean;
}

/**
 * Splits the glyphs of a baseline, given from left to right, into layers if runs overlap; otherwise their letters would
 * be interleaved. First comes the visible run drawn last, with all runs that fit beside it; hidden runs come last.
 * Undefined if nothing overlaps.
 */
export function layersOf(members: Int32Array, glyphs: ReadingGlyphs): readonly Layer[] | undefined {
  if (!anyCollide(members, glyphs) || members.length > MOST_GLYPHS) return undefined;
  const runs = runsOf(members, glyphs);
  if (runs.length > MOST_RUNS) return undefined;
  const kept = withoutCoveredFillers(withoutShadows(runs, glyphs), glyphs);
  const layers: Run[][] = [];
  for (const run of byRank(kept)) {
    const layer = layers.find((others) => !others.some((other) => conflict(run, other, glyphs)));
    if (layer === undefined) layers.push([run]);
    else layer.push(run);
  }
  return layers.map((layer) => ({
    glyphs: layer.flatMap((run) => run.glyphs),
    isHidden: layer.every((run) => run.isHidden),
  }));
}

function anyCollide(members: Int32Array, glyphs: ReadingGlyphs): boolean {
  let farthest = members[0] ?? 0;
  let end = glyphs.right(farthest);
  for (let k = 1; k < members.length; k++) {
    const i = members[k] ?? 0;
    // Consecutive letters overlap only by kerning.
    if (glyphs.left(i) < end && i !== farthest + 1 && collide(farthest, i, glyphs)) return true;
    const right = glyphs.right(i);
    if (right <= end) continue;
    farthest = i;
    end = right;
  }
  return false;
}

/** Whether two glyphs overlap; `a` must not start to the right of `b`. */
function collide(a: number, b: number, glyphs: ReadingGlyphs): boolean {
  const overlap = Math.min(glyphs.right(a), glyphs.right(b)) - glyphs.left(b);
  if (overlap <= 0) return false;
  const width = Math.min(glyphs.width(a), glyphs.width(b));
  if (overlap <= COLLISION * width || width < MARK_WIDTH * glyphs.size(b)) return false;
  const isInsert = glyphs.has(a, TRAIT.VALUE + TRAIT.MARK) || glyphs.has(b, TRAIT.VALUE + TRAIT.MARK);
  return !isInsert && !areCopies(a, b, glyphs);
}

function areCopies(a: number, b: number, glyphs: ReadingGlyphs): boolean {
  return (
    glyphs.text(a) === glyphs.text(b) &&
    Math.abs(glyphs.left(a) - glyphs.left(b)) < SHADOW * Math.min(glyphs.size(a), glyphs.size(b))
  );
}

function runsOf(members: Int32Array, glyphs: ReadingGlyphs): readonly Run[] {
  const drawn = members.toSorted((a, b) => a - b);
  const fillers = fillersAmong(drawn, glyphs);
  const runs: Run[] = [];
  let from = 0;
  for (let k = 1; k <= drawn.length; k++) {
    const i = drawn[k];
    const isOne = i !== undefined && fillers[k] === fillers[k - 1] && continues(drawn[k - 1] ?? 0, i, glyphs);
    if (isOne) continue;
    runs.push(runOf(Array.from(drawn.subarray(from, k)), fillers[from] === 1, glyphs));
    from = k;
  }
  return runs;
}

/** 1 for each glyph in a series of equal fillers. */
function fillersAmong(drawn: Int32Array, glyphs: ReadingGlyphs): Uint8Array {
  const fillers = new Uint8Array(drawn.length);
  let from = 0;
  for (let k = 1; k <= drawn.length; k++) {
    const text = glyphs.text(drawn[from] ?? 0);
    if (k < drawn.length && glyphs.text(drawn[k] ?? 0) === text) continue;
    if (k - from >= FEWEST_FILLERS && FILLERS.has(text)) fillers.fill(1, from, k);
    from = k;
  }
  return fillers;
}

function runOf(drawn: readonly number[], isFiller: boolean, glyphs: ReadingGlyphs): Run {
  const sorted = drawn.toSorted((a, b) => glyphs.left(a) - glyphs.left(b) || a - b);
  return {
    drawn,
    glyphs: sorted,
    x0: glyphs.left(sorted[0] ?? 0),
    x1: drawn.reduce((end, i) => Math.max(end, glyphs.right(i)), -Infinity),
    size: drawn.reduce((largest, i) => Math.max(largest, glyphs.size(i)), 0),
    isHidden: drawn.every((i) => glyphs.has(i, TRAIT.HIDDEN)),
    isFiller,
  };
}

/** Whether glyph `i` continues where `before` ended. */
function continues(before: number, i: number, glyphs: ReadingGlyphs): boolean {
  const small = Math.min(glyphs.size(before), glyphs.size(i));
  if (Math.max(glyphs.size(before), glyphs.size(i)) > SAME_SIZE * small) return false;
  if (glyphs.width(i) < MARK_WIDTH * small || glyphs.width(before) < MARK_WIDTH * small) return true;
  const isLeftward = isRightToLeft(glyphs.text(before)) || isRightToLeft(glyphs.text(i));
  const rightward = glyphs.left(i) - glyphs.right(before);
  const gap = isLeftward && glyphs.left(i) < glyphs.left(before) ? leftwardGap(before, i, glyphs) : rightward;
  return gap <= WIDEST_GAP * small && gap >= -FARTHEST_BACK * small;
}

function leftwardGap(before: number, i: number, glyphs: ReadingGlyphs): number {
  return glyphs.left(before) - glyphs.right(i);
}

/** Drops runs that are only shadows or simulated bold. */
function withoutShadows(runs: readonly Run[], glyphs: ReadingGlyphs): readonly Run[] {
  const placed = new Map<string, number[]>();
  return runs.filter(({ drawn }) => {
    const isShade = (i: number): boolean =>
      placed.get(glyphs.text(i))?.some((other) => areCopies(other, i, glyphs)) === true;
    const shaded = drawn.length > 1 ? drawn.filter(isShade).length : 0;
    if (shaded > 0 && shaded >= SHADOWED * drawn.length) return false;
    for (const i of drawn) placed.set(glyphs.text(i), [...(placed.get(glyphs.text(i)) ?? []), i]);
    return true;
  });
}

/** Removes covered fillers from their runs. */
function withoutCoveredFillers(runs: readonly Run[], glyphs: ReadingGlyphs): readonly Run[] {
  const texts = runs.filter((run) => !run.isFiller && !run.isHidden);
  return runs.flatMap((run) => {
    if (!run.isFiller) return [run];
    const own = run.drawn.filter(
      (i) => !texts.some(({ x0, x1 }) => x0 < glyphs.right(i) && glyphs.left(i) < x1),
    );
    return own.length === 0 ? [] : [runOf(own, true, glyphs)];
  });
}

/** Sorts the runs: visible ones in the predominant size, the last drawn first; then other sizes; then hidden ones. */
function byRank(runs: readonly Run[]): readonly Run[] {
  const main = runs.reduce<Run | undefined>((most, run) => {
    if (run.isHidden) return most;
    return most === undefined || lettersOfSize(run, runs) > lettersOfSize(most, runs) ? run : most;
  }, undefined);
  const rankOf = (run: Run): number => {
    if (run.isHidden) return 2;
    return main !== undefined && isSameSize(run, main) ? 0 : 1;
  };
  return runs.toReversed().toSorted((a, b) => rankOf(a) - rankOf(b));
}

function lettersOfSize(run: Run, runs: readonly Run[]): number {
  return runs.reduce(
    (sum, other) => sum + (isSameSize(run, other) && !other.isHidden ? other.drawn.length : 0),
    0,
  );
}

function isSameSize(a: Run, b: Run): boolean {
  return Math.max(a.size, b.size) <= SAME_SIZE * Math.min(a.size, b.size);
}

/** Whether one run lies within the other without room for it. */
function conflict(a: Run, b: Run, glyphs: ReadingGlyphs): boolean {
  if (a.x0 >= b.x1 || b.x0 >= a.x1 || !interleave(a, b, glyphs)) return false;
  return a.isHidden !== b.isHidden || countCollisions(a, b, glyphs) >= 1;
}

/** Number of colliding glyphs of two runs; symbols, such as accents and rings, count less. */
function countCollisions(a: Run, b: Run, glyphs: ReadingGlyphs): number {
  const all = [...a.glyphs, ...b.glyphs].toSorted((i, k) => glyphs.left(i) - glyphs.left(k) || i - k);
  const own = new Set(a.glyphs);
  let farthestA = -1;
  let farthestB = -1;
  let sum = 0;
  for (const i of all) {
    const isA = own.has(i);
    const other = isA ? farthestB : farthestA;
    if (other >= 0 && collide(other, i, glyphs)) sum += weightOf(other, i, glyphs);
    const farthest = isA ? farthestA : farthestB;
    if (farthest >= 0 && glyphs.right(farthest) >= glyphs.right(i)) continue;
    if (isA) farthestA = i;
    else farthestB = i;
  }
  return sum;
}

const LETTER = /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u;

/** Weight of a colliding symbol: one may overlap a letter of its line and one a letter of the next; three count as text. */
const SIGN_WEIGHT = 0.34;

function weightOf(a: number, b: number, glyphs: ReadingGlyphs): number {
  return LETTER.test(glyphs.text(a)) && LETTER.test(glyphs.text(b)) ? 1 : SIGN_WEIGHT;
}

/** Whether, by left edges, glyphs of one run lie between those of the other. */
function interleave(a: Run, b: Run, glyphs: ReadingGlyphs): boolean {
  const isAfter = (later: Run, earlier: Run): boolean =>
    glyphs.left(later.glyphs[0] ?? 0) > glyphs.left(earlier.glyphs.at(-1) ?? 0);
  return !(isAfter(a, b) || isAfter(b, a)) && a.glyphs.length + b.glyphs.length > 2;
}
