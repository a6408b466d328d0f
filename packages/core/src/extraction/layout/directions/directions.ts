import { GLYPH, type Glyphs } from "../../page/page-content.ts";
import { type Frame, frameAt } from "./frame.ts";
import type { LayoutOptions } from "../../page/layout-options.ts";

/** Text of one writing direction; each direction is laid out separately. */
export interface Direction {
  /** Degrees clockwise; 0 reads to the right. */
  readonly angle: number;
  readonly frame: Frame;
  /** Indices into the page's glyphs, in content order. */
  readonly glyphs: Int32Array;
}

/** Largest angle difference within one direction, in degrees: the lines of a scan's text layer vary. */
const SPREAD = 2.5;

/** Text tilted by less than this, in degrees, still forms rows without deskewing. */
const ALIGNED = 5;

/** Maximum number of directions; more are letters along a curve, and the remaining glyphs form one last direction. */
const MOST_DIRECTIONS = 8;

/** Smaller tilts, in degrees, are rounding errors of the matrix. */
const NO_TILT = 0.05;

/**
 * Splits the glyphs by writing direction: first the page's main reading direction, then the others by number of glyphs.
 * Glyphs that the options exclude are dropped.
 */
export function directionsOf(glyphs: Glyphs, options: LayoutOptions): readonly Direction[] {
  const shown = shownGlyphs(glyphs);
  const groups = groupsByAngle(glyphs.angle, shown);
  const reading = groups[0]?.angle ?? 0;
  return groups
    .filter((group) => isKept(angleBetween(group.angle, reading), options))
    .map(({ angle, members }) => {
      const straight = straightened(angle, options.derotateThreshold);
      return { angle: straight, frame: frameAt(straight), glyphs: members };
    });
}

interface AngleGroup {
  readonly angle: number;
  readonly members: Int32Array;
}

function shownGlyphs({ count, flags, x, y, advance, angle }: Glyphs): Int32Array {
  const shown = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (((flags[i] ?? 0) & GLYPH.OFF_PAGE) !== 0) continue;
    // A matrix with infinite values yields glyphs without a position.
    const place = (x[i] ?? 0) + (y[i] ?? 0) + (advance[i] ?? 0) + (angle[i] ?? 0);
    if (Number.isFinite(place)) shown[length++] = i;
  }
  return shown.subarray(0, length);
}

function groupsByAngle(angles: Float32Array, shown: Int32Array): readonly AngleGroup[] {
  if (areLevel(angles, shown)) return [{ angle: 0, members: shown }];
  const degrees = new Int16Array(angles.length);
  const counts = new Int32Array(360);
  for (const i of shown) {
    const degree = (Math.round(angles[i] ?? 0) + 360) % 360;
    degrees[i] = degree;
    counts[degree] = (counts[degree] ?? 0) + 1;
  }
  const groupOfDegree = groupsOfDegrees(counts);
  const groups = Array.from({ length: Math.max(...groupOfDegree) + 1 }, (_, group) => {
    const members = membersOf(group, shown, degrees, groupOfDegree);
    const isRest = group === MOST_DIRECTIONS;
    return { angle: isRest ? 0 : meanAngle(angles, members), members };
  });
  return groups.toSorted((a, b) => b.members.length - a.members.length);
}

/** The glyphs of a group, in content order. */
function membersOf(
  group: number,
  shown: Int32Array,
  degrees: Int16Array,
  groupOfDegree: Int8Array,
): Int32Array {
  const members = new Int32Array(shown.length);
  let length = 0;
  for (let k = 0; k < shown.length; k++) {
    const i = shown[k] ?? 0;
    if (groupOfDegree[degrees[i] ?? 0] === group) members[length++] = i;
  }
  return members.subarray(0, length);
}

function areLevel(angles: Float32Array, shown: Int32Array): boolean {
  for (let k = 0; k < shown.length; k++) if (Math.abs(angles[shown[k] ?? 0] ?? 0) >= NO_TILT) return false;
  return true;
}

/**
 * Assigns each degree to a group: the degrees around the most frequent one, then around the most frequent remaining
 * one, and so on.
 */
function groupsOfDegrees(counts: Int32Array): Int8Array {
  const groups = new Int8Array(counts.length).fill(-1);
  const left = counts.slice();
  for (let group = 0; group <= MOST_DIRECTIONS; group++) {
    const most = Math.max(...left);
    if (most === 0) break;
    const peak = left.indexOf(most);
    const reach = group === MOST_DIRECTIONS ? counts.length : SPREAD;
    for (let degree = 0; degree < counts.length; degree++) {
      if ((left[degree] ?? 0) === 0 || angleBetween(degree, peak) > reach) continue;
      groups[degree] = group;
      left[degree] = 0;
    }
  }
  return groups;
}

function meanAngle(angles: Float32Array, members: Int32Array): number {
  const around = angles[members[0] ?? 0] ?? 0;
  let sum = 0;
  for (const i of members) {
    const angle = angles[i] ?? 0;
    if (angle !== around) sum += signedAngle(angle - around);
  }
  const mean = signedAngle(around + sum / Math.max(1, members.length));
  const quarter = Math.round(mean / 90) * 90;
  return Math.abs(mean - quarter) < NO_TILT ? quarter : mean;
}

function straightened(angle: number, derotateThreshold: number): number {
  const quarter = Math.round(angle / 90) * 90;
  const tilt = Math.abs(angle - quarter);
  return tilt <= ALIGNED && tilt >= derotateThreshold ? quarter : angle;
}

function isKept(tilt: number, options: LayoutOptions): boolean {
  if (!options.allowRotatedText && tilt > options.watermarkAngleThreshold) return false;
  return !(options.ignoreVerticalText && Math.abs(tilt - 90) <= ALIGNED);
}

function angleBetween(a: number, b: number): number {
  return Math.abs(signedAngle(a - b));
}

/** Normalises an angle to -180 to 180 degrees. */
function signedAngle(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
