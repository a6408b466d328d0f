import { type Rect, sharedHeight } from "../../geometry/rect.ts";
import type { AnalysedImage } from "../ink/analysed-image.ts";
import type { Components } from "../ink/components.ts";
import type { DrawnShape, ShapeSizes } from "./drawn-shape.ts";

/** Minimum side in letter heights; a smaller box may be a letter. */
const LEAST_SIDE = 1.6;

/** Limits, in box sides, for a letter of the same word: vertical overlap, height with ascender or descender, gap. */
const AS_HIGH = 0.7;
const HIGHEST = 1.8;
const NEAR = 0.35;

/** Maximum distance, in widths, and minimum height, in its own height, of the neighbours of a letter O. */
const NEIGHBOUR_DISTANCE = 0.32;
const NEIGHBOUR_HEIGHT = 0.35;

/** Maximum distance between letters of one word, in circle widths. */
const LETTER_DISTANCE = 0.2;

/** Minimum vertical overlap of a circle and its neighbour, as a share of the circle's height. */
const BESIDE = 0.3;

/**
 * Likeness of a square with straight sides and sharp corners, the height of the letters of its label, and their gap, in
 * sides.
 */
const SQUARE = 0.9;
const LABEL_HEIGHT = 0.85;
const NEAR_LABEL = 0.15;

/** Whether a box is larger than the text and not a letter of a heading. */
export function boxStandsApart(
  { box, likeness }: Pick<DrawnShape, "box" | "likeness">,
  { components, letters }: AnalysedImage,
): boolean {
  const side = box.y1 - box.y0;
  if (letters.height === 0 || side < LEAST_SIDE * letters.height) return false;
  return !letters.indices.some((i) => {
    const [x0, x1] = [components.x0[i] ?? 0, components.x1[i] ?? 0];
    const [y0, y1] = [components.y0[i] ?? 0, components.y1[i] ?? 0];
    const gap = Math.max(x0 - box.x1, box.x0 - x1);
    const isLabel = likeness >= SQUARE && x0 > box.x0 && y1 - y0 < LABEL_HEIGHT * side;
    const near = isLabel ? NEAR_LABEL : NEAR;
    const shared = Math.min(y1, box.y1) - Math.max(y0, box.y0);
    return gap > 0 && gap < near * side && shared > AS_HIGH * side && y1 - y0 < HIGHEST * side;
  });
}

/** A circle is no letter if it is this much taller than the letters that follow within a number of its widths. */
const TALLER = 1.2;
const WORD_REACH = 4;

/** Minimum height of such a circle in letter heights of the page. */
const LARGER = 1.5;

/** Distinguishes separate circles from letters in words. */
export class Neighbours {
  static readonly #cell = 64;
  readonly #components: Components;
  readonly #cells = new Map<number, number[]>();

  constructor(components: Components, { smallest, largest }: ShapeSizes) {
    this.#components = components;
    for (let i = 0; i < components.count; i++) {
      const { x0, y0, x1, y1 } = boxOfPiece(components, i);
      // Skip grain, and frames of fields, which surround circles instead of standing beside them.
      if (y1 - y0 < 0.3 * smallest || x1 - x0 > 8 * largest || y1 - y0 > 8 * largest) continue;
      for (let cell = Neighbours.#of(x0); cell <= Neighbours.#of(x1); cell++) {
        for (let row = Neighbours.#of(y0); row <= Neighbours.#of(y1); row++) this.#put(cell, row, i);
      }
    }
  }

  /** Whether letters are so near that the component may be a letter O. */
  isAmongLetters(piece: number): boolean {
    return this.#hug(piece, NEIGHBOUR_DISTANCE);
  }

  /** Whether no letters are as near to the component as within a word. */
  isApart(piece: number): boolean {
    return !this.#hug(piece, LETTER_DISTANCE);
  }

  /** Whether a component starts a line or word and is larger than its letters. */
  isLargerThanWord(piece: number, letterHeight: number): boolean {
    const box = boxOfPiece(this.#components, piece);
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    if (height < LARGER * letterHeight) return false;
    const heights: number[] = [];
    for (const other of this.#beside(piece, WORD_REACH)) {
      const { x0, x1, y0, y1 } = boxOfPiece(this.#components, other);
      if (Math.min(y1, box.y1) - Math.max(y0, box.y0) < BESIDE * (y1 - y0)) continue;
      if (x1 <= box.x0 + width / 2 && box.x0 - x1 < NEIGHBOUR_DISTANCE * width) return false;
      if (x0 >= box.x1 && x0 - box.x1 < WORD_REACH * width) heights.push(y1 - y0);
    }
    // A single taller one is a bracket.
    const [tallest = Infinity, second = tallest, third] = heights.toSorted((a, b) => b - a);
    return height >= TALLER * (third === undefined ? tallest : second);
  }

  /** Whether letters are nearer than `distance`, in component widths, to the left or right of a component. */
  #hug(piece: number, distance: number): boolean {
    const box = boxOfPiece(this.#components, piece);
    return this.#beside(piece, 1).some((other) => hugs(boxOfPiece(this.#components, other), box, distance));
  }

  /** The components in the cells of a component, and in those within `reach` widths to its left and right. */
  #beside(piece: number, reach: number): readonly number[] {
    const box = boxOfPiece(this.#components, piece);
    const away = Math.max(Neighbours.#cell, reach * (box.x1 - box.x0));
    const found: number[] = [];
    for (let cell = Neighbours.#of(box.x0 - away); cell <= Neighbours.#of(box.x1 + away); cell++) {
      for (let row = Neighbours.#of(box.y0); row <= Neighbours.#of(box.y1); row++) {
        found.push(...(this.#cells.get(row * 65_536 + cell) ?? []));
      }
    }
    return [...new Set(found)].filter((other) => other !== piece);
  }

  #put(cell: number, row: number, piece: number): void {
    const key = row * 65_536 + cell;
    const pieces = this.#cells.get(key);
    if (pieces) pieces.push(piece);
    else this.#cells.set(key, [piece]);
  }

  static #of(position: number): number {
    return Math.floor(position / Neighbours.#cell);
  }
}

function hugs(other: Rect, circle: Rect, nearest: number): boolean {
  const [width, height] = [circle.x1 - circle.x0, circle.y1 - circle.y0];
  const [otherWidth, otherHeight] = [other.x1 - other.x0, other.y1 - other.y0];
  const isInside =
    other.x0 >= circle.x0 && other.x1 <= circle.x1 && other.y0 >= circle.y0 && other.y1 <= circle.y1;
  const isRule = otherHeight > 3 * height && otherWidth < 0.3 * width;
  if (isInside || isRule || otherHeight < NEIGHBOUR_HEIGHT * height) return false;
  const beside = sharedHeight(other, circle);
  if (beside < BESIDE * height) return false;
  const isRight = other.x0 > (circle.x0 + circle.x1) / 2;
  const distance = isRight ? other.x0 - circle.x1 : circle.x0 - other.x1;
  return distance < nearest * width && distance > -0.3 * width;
}

export function boxOfPiece({ x0, y0, x1, y1 }: Components, i: number): Rect {
  return { x0: x0[i] ?? 0, y0: y0[i] ?? 0, x1: x1[i] ?? 0, y1: y1[i] ?? 0 };
}
