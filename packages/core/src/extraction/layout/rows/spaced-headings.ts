import type { Baseline } from "./baselines.ts";
import { isSpacedText } from "../spacing/letter-spacing.ts";
import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Fewer letters are initials or headings of narrow columns. */
const FEWEST = 5;

/** Fast check: the letters of most lines are closer than this, in fractions of the font size. */
const LEAST_GAP = 0.1;

/** Baselines closer than this, in fractions of the font size, may be table rows below their headings. */
const NEAR_LINE = 4;

/** Alignment tolerance between cells and their headings, in fractions of the font size. */
const IN_LINE = 0.15;

/** A glyph after a wider gap starts a cell, in fractions of the font size. */
const CELL_GAP = 0.5;

/** With at least this share of letters above cells, they are column headings. */
const MOSTLY = 0.7;

/**
 * Whether a whole line is one letter-spaced heading ("C O N T E N T S"), whose gaps are as wide as those between
 * columns. Headings of narrow columns (the days of a calendar) and the letters of an index are not.
 */
export function isSpacedHeading(
  baselines: readonly Baseline[],
  index: number,
  glyphs: ReadingGlyphs,
): boolean {
  const own = baselines[index];
  if (own === undefined || own.glyphs.length < FEWEST) return false;
  const first = own.glyphs[0] ?? 0;
  const second = own.glyphs[1] ?? 0;
  if (glyphs.left(second) - glyphs.right(first) < LEAST_GAP * glyphs.size(first)) return false;
  if (!isSpacedText(own.glyphs, glyphs) || isAlphabet(own.glyphs, glyphs)) return false;
  return ![-2, -1, 1, 2].some((away) => {
    const other = baselines[index + away];
    const isNear = other !== undefined && Math.abs(other.y - own.y) < NEAR_LINE * own.size;
    return isNear && areColumns(own.glyphs, other.glyphs, glyphs);
  });
}

function isAlphabet(letters: Int32Array, glyphs: ReadingGlyphs): boolean {
  return letters.every((i, k) => {
    const before = letters[k - 1];
    return before === undefined || glyphs.text(i).charCodeAt(0) === glyphs.text(before).charCodeAt(0) + 1;
  });
}

function areColumns(heads: Int32Array, line: Int32Array, glyphs: ReadingGlyphs): boolean {
  const cells = cellsOfLine(line, glyphs);
  const tolerance = IN_LINE * glyphs.size(heads[0] ?? 0);
  const sides = [({ x0 }: Extent) => x0, ({ x1 }: Extent) => x1, ({ x0, x1 }: Extent) => (x0 + x1) / 2];
  return sides.some((sideOf) => {
    const places = cells.map(sideOf);
    const over = heads.reduce((count, i) => {
      const place = sideOf({ x0: glyphs.left(i), x1: glyphs.right(i) });
      return count + (places.some((other) => Math.abs(other - place) < tolerance) ? 1 : 0);
    }, 0);
    return over >= MOSTLY * Math.min(heads.length, cells.length) && cells.length >= heads.length / 2;
  });
}

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

function cellsOfLine(line: Int32Array, glyphs: ReadingGlyphs): readonly Extent[] {
  const cells: { x0: number; x1: number }[] = [];
  for (const i of line) {
    const last = cells.at(-1);
    if (last !== undefined && glyphs.left(i) - last.x1 < CELL_GAP * glyphs.size(i)) {
      last.x1 = Math.max(last.x1, glyphs.right(i));
    } else {
      cells.push({ x0: glyphs.left(i), x1: glyphs.right(i) });
    }
  }
  return cells;
}
