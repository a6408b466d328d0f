import { type Baseline, leftToRight } from "./baselines.ts";
import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";
import { LARGER } from "../spacing/note-marks.ts";

/** Largest size ratio: next to a large number there are lines of text, not scripts. Footnote marks may be smaller. */
const LARGEST = 2.5;
const LARGEST_TO_MARK = 4.5;
const LONGEST_MARK = 4;

/** The same next to brackets, which are as high as their contents. */
const LARGEST_BRACKET = 2;
const BRACKET = /^[()[\]{}|\u2016\u239b-\u23ad\u27e6-\u27ef]/u;

/** Vertical range of scripts around the base glyph's baseline, in fractions of its size. */
const HIGHEST = 0.62;
const LOWEST = 0.35;

/** Largest gap between a script and its base glyph, in fractions of the base size. */
const NEAR = 0.4;

/** Glyphs that overlap by more than this fraction of their width collide. */
const OVERLAP = 0.3;

/** The same for a letter drawn between two others of its word, such as the A of the LaTeX logo. */
const KERNED_OVERLAP = 0.85;

/** Largest gap between the glyphs of one script, in fractions of their size. */
const SCRIPT_GAP = 0.85;

const LETTER = /^[\p{L}\p{N}]/u;

/** Number of baselines searched for the base line of a script. */
const WINDOW = 3;

/** Moves superscripts and subscripts to the baseline of their text. */
export function withScripts(baselines: readonly Baseline[], glyphs: ReadingGlyphs): readonly Baseline[] {
  const additions = baselines.map((): Int32Array[] => []);
  const remaining = baselines.map((_, index) => withoutScripts(index, baselines, additions, glyphs));
  return baselines.flatMap((baseline, index) => {
    const added = additions[index] ?? [];
    const own = remaining[index] ?? baseline.glyphs;
    if (added.length === 0) return own.length === 0 ? [] : [{ ...baseline, glyphs: own }];
    return [{ ...baseline, glyphs: leftToRight(joined([own, ...added]), glyphs) }];
  });
}

/** The glyphs of a baseline without its scripts, which are added to those of their base lines. */
function withoutScripts(
  index: number,
  baselines: readonly Baseline[],
  additions: readonly Int32Array[][],
  glyphs: ReadingGlyphs,
): Int32Array {
  const own = baselines[index]?.glyphs ?? new Int32Array(0);
  const hosts = hostsOf(baselines, index);
  if (hosts.length === 0) return own;
  const runs = runsOf(own, glyphs);
  const kept: Int32Array[] = [];
  for (const run of runs) {
    let added: Int32Array[] | undefined;
    for (const host of hosts) {
      if (!carries(baselines[host], run, glyphs) || collides(run, additions[host] ?? [], glyphs)) continue;
      added = additions[host];
      break;
    }
    (added ?? kept).push(run);
  }
  return kept.length === runs.length ? own : joined(kept);
}

/** Baselines that are close enough and large enough to carry this script. */
function hostsOf(baselines: readonly Baseline[], index: number): readonly number[] {
  const own = baselines[index];
  if (own === undefined) return [];
  const hosts: number[] = [];
  for (let away = 1; away <= WINDOW; away++) {
    for (const candidate of [index + away, index - away]) {
      const host = baselines[candidate];
      if (host === undefined) continue;
      const raised = host.y - own.y;
      if (raised <= HIGHEST * host.size && raised >= -LOWEST * host.size) hosts.push(candidate);
    }
  }
  return hosts;
}

function runsOf(members: Int32Array, glyphs: ReadingGlyphs): readonly Int32Array[] {
  const runs: Int32Array[] = [];
  let from = 0;
  for (let k = 1; k <= members.length; k++) {
    const last = members[k - 1] ?? 0;
    const next = members[k];
    if (next !== undefined && glyphs.left(next) - glyphs.right(last) <= SCRIPT_GAP * glyphs.size(last))
      continue;
    runs.push(members.subarray(from, k));
    from = k;
  }
  return runs;
}

/** Whether a sufficiently large glyph of the host is directly next to the run, without anything between. */
function carries(host: Baseline | undefined, run: Int32Array, glyphs: ReadingGlyphs): boolean {
  const first = run[0] ?? 0;
  if (host === undefined) return false;
  const isBetweenLetters = isKerned(host, run, glyphs);
  const isOverlapped = isBetweenLetters && overlapsBoth(first, glyphs);
  if (!isOverlapped && host.size <= LARGER * glyphs.size(first)) return false;
  const x0 = glyphs.left(first);
  const x1 = glyphs.right(run.at(-1) ?? first);
  const overlap = isBetweenLetters ? KERNED_OVERLAP : OVERLAP;
  let isBeside = false;
  for (const i of host.glyphs) {
    if (glyphs.left(i) > x1 + NEAR * glyphs.size(i)) break;
    const gap = Math.max(x0 - glyphs.right(i), glyphs.left(i) - x1);
    if (gap < -overlap * Math.max(glyphs.width(i), 0.1)) return false;
    isBeside ||= gap < NEAR * glyphs.size(i) && canCarry(i, run, glyphs, isOverlapped);
  }
  return isBeside;
}

/** Whether the run is a single letter drawn between two consecutive letters of the host. */
function isKerned({ y }: Baseline, run: Int32Array, glyphs: ReadingGlyphs): boolean {
  const own = run[0] ?? 0;
  if (run.length !== 1 || own === 0 || own + 1 >= glyphs.count) return false;
  const isOnHost = (i: number): boolean => Math.abs(glyphs.baseline(i) - y) < 0.1 * glyphs.size(i);
  return isOnHost(own - 1) && isOnHost(own + 1);
}

/** Whether a letter overlaps those drawn before and after it, such as the lowered E of the BibTeX logo. */
function overlapsBoth(own: number, glyphs: ReadingGlyphs): boolean {
  return glyphs.right(own - 1) > glyphs.left(own) && glyphs.right(own) > glyphs.left(own + 1);
}

/** @param isOverlapped the letters on both sides show that it belongs to their word, so it may be as large */
function canCarry(i: number, run: Int32Array, glyphs: ReadingGlyphs, isOverlapped: boolean): boolean {
  const em = glyphs.size(i);
  const script = run[0] ?? 0;
  const raised = glyphs.baseline(i) - glyphs.baseline(script);
  const larger = em / glyphs.size(script);
  if ((larger <= LARGER && !isOverlapped) || raised > HIGHEST * em || raised < -LOWEST * em) return false;
  if (larger > LARGEST_BRACKET && BRACKET.test(glyphs.text(i))) return false;
  return larger <= (run.length <= LONGEST_MARK ? LARGEST_TO_MARK : LARGEST);
}

/** Whether glyphs of the run would lie among those of a previously added run. */
function collides(run: Int32Array, added: readonly Int32Array[], glyphs: ReadingGlyphs): boolean {
  return added.some((other) => isAmong(run, other, glyphs) || isAmong(other, run, glyphs));
}

/**
 * Whether a glyph of `run` starts among those of `other`; a single one, such as a prime, may be next to its symbols.
 */
function isAmong(run: Int32Array, other: Int32Array, glyphs: ReadingGlyphs): boolean {
  return run.some((i) => {
    const next = other.findIndex((own) => glyphs.left(own) >= glyphs.left(i));
    const [before, after] = [other[next - 1], other[next]];
    if (before === undefined || after === undefined) return false;
    return run.length > 1 || (LETTER.test(glyphs.text(before)) && LETTER.test(glyphs.text(after)));
  });
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
