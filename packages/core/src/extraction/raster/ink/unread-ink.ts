import { type Rect, sharedHeight, union } from "../../geometry/rect.ts";
import type { Components } from "./components.ts";

/** Letters of a page that the recogniser's word boxes do not cover. */
export interface UnreadInk {
  /** Boxes around ink that looks like lines of text and is not covered by words, in no particular order. */
  readonly lines: readonly Rect[];
  /** Number of components that look like letters. */
  readonly letters: number;
  /** Share of these covered by words, 0 to 1; 1 if there are none. */
  readonly read: number;
}

/** In median word heights: shorter components are dots and grain, taller ones are not letters of this text. */
const LOWEST = 0.45;
const HIGHEST = 3;

/** A component wider than this, in its own heights, is a ruling line or underline. */
const LONGEST = 6;

/** Minimum ink of a letter, as a fraction of the squared word height. */
const LEAST_AREA = 0.02;

/** Components further apart, in word heights, belong to different lines. */
const WIDEST_GAP = 1.5;

/** Components belong to one line if they overlap vertically by this share of the shorter one. */
const SAME_LINE = 0.5;

/** Taller lines, in word heights, are pictures. */
const HIGHEST_LINE = 4;

/** Added to word boxes, which are slightly smaller than their ink, in pixels. */
const MARGIN = 2;

/** More components are the pattern of a picture: the densest page of print has fewer letters. */
const MOST_PIECES = 20_000;

/** Finds ink that the recogniser missed. `wordHeight` is the median height of `words`; all lengths are in pixels. */
export function unreadInk(components: Components, words: readonly Rect[], wordHeight: number): UnreadInk {
  const covered = new CoveredCells(words);
  let [letters, inWords] = [0, 0];
  const pieces: Rect[] = [];
  for (let i = 0; i < components.count; i++) {
    const piece = boxOf(components, i);
    if (!isLetter(piece, components.area[i] ?? 0, wordHeight)) continue;
    letters++;
    if (covered.has((piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2)) inWords++;
    else pieces.push(piece);
  }
  const lines = pieces.length > MOST_PIECES ? [] : linesOf(pieces, wordHeight);
  return { lines, letters, read: letters === 0 ? 1 : inWords / letters };
}

function boxOf({ x0, y0, x1, y1 }: Components, i: number): Rect {
  return { x0: x0[i] ?? 0, y0: y0[i] ?? 0, x1: x1[i] ?? 0, y1: y1[i] ?? 0 };
}

function isLetter({ x0, y0, x1, y1 }: Rect, area: number, wordHeight: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  if (height < LOWEST * wordHeight || height > HIGHEST * wordHeight) return false;
  return width >= 2 && width <= LONGEST * height && area >= LEAST_AREA * wordHeight * wordHeight;
}

/** Spatial index of word boxes: comparing every component with every word takes too long on a full page. */
class CoveredCells {
  static readonly #cell = 64;
  readonly #words = new Map<number, Rect[]>();

  constructor(words: readonly Rect[]) {
    for (const { x0, y0, x1, y1 } of words) {
      const box = { x0: x0 - MARGIN, y0: y0 - MARGIN, x1: x1 + MARGIN, y1: y1 + MARGIN };
      for (let y = CoveredCells.#of(box.y0); y <= CoveredCells.#of(box.y1); y++) {
        for (let x = CoveredCells.#of(box.x0); x <= CoveredCells.#of(box.x1); x++) this.#put(x, y, box);
      }
    }
  }

  has(x: number, y: number): boolean {
    const near = this.#words.get(CoveredCells.#key(CoveredCells.#of(x), CoveredCells.#of(y)));
    return near?.some((box) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1) ?? false;
  }

  #put(x: number, y: number, box: Rect): void {
    const key = CoveredCells.#key(x, y);
    const cell = this.#words.get(key);
    if (cell) cell.push(box);
    else this.#words.set(key, [box]);
  }

  static #of(position: number): number {
    return Math.floor(position / CoveredCells.#cell);
  }

  static #key(x: number, y: number): number {
    return y * 65_536 + x;
  }
}

/** Number of components after which lines that no further component can reach are closed. */
const PIECES_A_ROUND = 200;

/** Adds components, from left to right, to the line that ends nearest to their left. */
function linesOf(pieces: readonly Rect[], wordHeight: number): readonly Rect[] {
  const lines: Rect[] = [];
  let open: Rect[] = [];
  for (const [count, piece] of pieces.toSorted((one, other) => one.x0 - other.x0).entries()) {
    if (count % PIECES_A_ROUND === 0) {
      const isOpen = ({ x1 }: Rect): boolean => piece.x0 - x1 <= WIDEST_GAP * wordHeight;
      lines.push(...open.filter((line) => !isOpen(line)));
      open = open.filter(isOpen);
    }
    const index = nearestLine(open, piece, wordHeight);
    const line = open[index];
    if (line) open[index] = union(line, piece);
    else open.push(piece);
  }
  return [...lines, ...open].filter(({ y0, y1 }) => y1 - y0 < HIGHEST_LINE * wordHeight);
}

function nearestLine(lines: readonly Rect[], piece: Rect, wordHeight: number): number {
  let [nearest, least] = [-1, WIDEST_GAP * wordHeight];
  for (const [index, line] of lines.entries()) {
    const gap = piece.x0 - line.x1;
    const shared = sharedHeight(line, piece);
    const lower = Math.min(line.y1 - line.y0, piece.y1 - piece.y0);
    if (shared >= SAME_LINE * lower && gap > -2 * wordHeight && gap <= least) [nearest, least] = [index, gap];
  }
  return nearest;
}
