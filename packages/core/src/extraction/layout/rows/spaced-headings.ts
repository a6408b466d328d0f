import type { Baseline } from "./baselines.ts";
import { isSpacedText } from "../spacing/letter-spacing.ts";
import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Fewer letters are initials or the heads of narrow columns. */
const FEWEST = 5;

/** The letters of most lines stand closer than this, in fractions of the font size, and nothing more is asked. */
const LEAST_GAP = 0.1;

/** Baselines nearer than this, in fractions of the font size, may hold the cells of a table below their heads. */
const NEAR_LINE = 4;

/** Cells stand in line with their heads to this, in fractions of the font size. */
const IN_LINE = 0.15;

/** A glyph with a wider gap before it begins a cell, in fractions of the font size. */
const CELL_GAP = 0.5;

/** With as many of the letters standing over cells, they are heads. */
const MOSTLY = 0.7;

/**
 * Whether all of a line is one spaced heading ("C O N T E N T S"), whose gaps are as wide as those between columns. The
 * heads of narrow columns (the days of a calendar) and the letters of an index are none.
 */
export function isSpacedHeading(
  baselines: readonly Baseline[],
  index: number,
  glyphs: ReadingGlyphs,
): boolean {
  const own = baselines[index];
  if (own === undefined || own.glyphs.length < FEWEST) return false;
  const [first = 0, second = 0] = own.glyphs;
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
