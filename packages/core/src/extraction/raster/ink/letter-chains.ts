import { type Rect, sharedHeight } from "../../geometry/rect.ts";

/** A connected component of ink. */
export interface Piece extends Rect {
  /** Number of ink pixels. */
  readonly area: number;
}

/** Minimum number of components in a line. */
const FEWEST = 4;

/** Maximum ratio of the heights of neighbours in a line. */
const MOST_DIFFERENT = 2.2;

/** Maximum gap and maximum overlap of neighbours, in heights of the taller one. */
const FURTHEST = 1.1;
const OVERLAP = 0.3;

/** Minimum vertical overlap of neighbours, as a share of the shorter one's height. */
const SHARED = 0.6;

/** Side in pixels of the cells of the spatial index. */
const CELL = 32;

/** Groups components that may be letters of one line, from left to right; returns only chains of at least `FEWEST`. */
export function chainsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const cells = new PieceCells(pieces);
  const after = new Map<Piece, Piece>();
  const hasBefore = new Set<Piece>();
  for (const piece of pieces.toSorted((one, other) => one.x0 - other.x0)) {
    const next = cells.nearestAfter(piece, hasBefore);
    if (!next) continue;
    after.set(piece, next);
    hasBefore.add(next);
  }
  return pieces.flatMap((first) => {
    if (hasBefore.has(first)) return [];
    const chain: Piece[] = [];
    for (let piece: Piece | undefined = first; piece; piece = after.get(piece)) chain.push(piece);
    return chain.length >= FEWEST ? [chain] : [];
  });
}

class PieceCells {
  readonly #cells = new Map<number, Piece[]>();

  constructor(pieces: readonly Piece[]) {
    for (const piece of pieces) {
      const key = keyOf(piece.x0, (piece.y0 + piece.y1) / 2);
      const cell = this.#cells.get(key);
      if (cell) cell.push(piece);
      else this.#cells.set(key, [piece]);
    }
  }

  nearestAfter(piece: Piece, taken: ReadonlySet<Piece>): Piece | undefined {
    const height = piece.y1 - piece.y0;
    const reach = FURTHEST * MOST_DIFFERENT * height;
    const near: Piece[] = [];
    for (let y = piece.y0 - height; y <= piece.y1 + height + CELL; y += CELL) {
      for (let x = piece.x0; x <= piece.x1 + reach + CELL; x += CELL) {
        near.push(...(this.#cells.get(keyOf(x, y)) ?? []));
      }
    }
    let nearest: Piece | undefined;
    for (const other of near) {
      if (taken.has(other) || other.x0 <= piece.x0 || (nearest && other.x0 >= nearest.x0)) continue;
      if (areNeighbours(piece, other)) nearest = other;
    }
    return nearest;
  }
}

function keyOf(x: number, y: number): number {
  return Math.floor(y / CELL) * 65_536 + Math.floor(x / CELL);
}

function areNeighbours(one: Piece, other: Piece): boolean {
  const [height, otherHeight] = [one.y1 - one.y0, other.y1 - other.y0];
  const [lower, higher] = height < otherHeight ? [height, otherHeight] : [otherHeight, height];
  if (higher > MOST_DIFFERENT * lower) return false;
  const gap = other.x0 - one.x1;
  if (gap > FURTHEST * higher || gap < -OVERLAP * higher) return false;
  return sharedHeight(one, other) >= SHARED * lower;
}
