import type { InkImage } from "../image/ink-image.ts";

/**
 * Connected components of ink (8-connected) as a structure of arrays, in no particular order: bounding boxes with
 * exclusive ends (x1 - x0 is the width) and ink pixel counts.
 */
export interface Components {
  readonly count: number;
  readonly x0: Int32Array;
  readonly y0: Int32Array;
  readonly x1: Int32Array;
  readonly y1: Int32Array;
  readonly area: Int32Array;
}

/** Finds the connected components in one pass over the runs of ink; keeps only the runs of the previous row. */
export function componentsOf({ width, height, ink }: InkImage): Components {
  const pieces = new Pieces();
  let above = new RowOfRuns(width);
  let row = new RowOfRuns(width);
  for (let at = ink.indexOf(1); at >= 0;) {
    const y = Math.floor(at / width);
    if (y !== row.y) {
      [above, row] = [row, above];
      row.start(y);
      if (above.y !== y - 1) above.start(y - 1);
    }
    const rowEnd = (y + 1) * width;
    const gap = ink.indexOf(0, at);
    const end = gap < 0 || gap > rowEnd ? rowEnd : gap;
    row.add({ start: at - y * width, end: end - y * width, above }, pieces);
    at = end >= width * height ? -1 : ink.indexOf(1, end);
  }
  return pieces.collected();
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly above: RowOfRuns;
}

/** The runs of ink of one row and the component of each. */
class RowOfRuns {
  y = -1;
  #count = 0;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #pieces: Int32Array;
  /** Index of the first run in the row above that the next run can touch. */
  #first = 0;

  constructor(width: number) {
    const most = (width >> 1) + 1;
    this.#starts = new Int32Array(most);
    this.#ends = new Int32Array(most);
    this.#pieces = new Int32Array(most);
  }

  start(y: number): void {
    this.y = y;
    this.#count = 0;
    this.#first = 0;
  }

  /** Adds a run to the components it touches, joining them. Runs must be added from left to right. */
  add({ start, end, above }: Run, pieces: Pieces): void {
    while (this.#first < above.#count && (above.#ends[this.#first] ?? 0) < start) this.#first++;
    let piece = -1;
    for (let k = this.#first; k < above.#count && (above.#starts[k] ?? 0) <= end; k++) {
      const touched = above.#pieces[k] ?? 0;
      piece = piece < 0 ? pieces.rootOf(touched) : pieces.joined(piece, touched);
    }
    if (piece < 0) piece = pieces.begun();
    pieces.grow(piece, { x0: start, x1: end, y: this.y });
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#pieces[this.#count++] = piece;
  }
}

/** Components in a union-find forest: the parent of each is another part of the same component, or itself. */
class Pieces {
  #count = 0;
  #capacity = 4096;
  #parent = new Int32Array(this.#capacity);
  #x0 = new Int32Array(this.#capacity);
  #y0 = new Int32Array(this.#capacity);
  #x1 = new Int32Array(this.#capacity);
  #y1 = new Int32Array(this.#capacity);
  #area = new Int32Array(this.#capacity);

  begun(): number {
    if (this.#count === this.#capacity) this.#double();
    const piece = this.#count++;
    this.#parent[piece] = piece;
    this.#x0[piece] = this.#y0[piece] = 0x7f_ff_ff_ff;
    return piece;
  }

  rootOf(piece: number): number {
    let root = piece;
    for (;;) {
      const parent = this.#parent[root] ?? 0;
      if (parent === root) return root;
      root = this.#parent[root] = this.#parent[parent] ?? 0;
    }
  }

  joined(one: number, other: number): number {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a === b) return a;
    const [root, child] = a < b ? [a, b] : [b, a];
    this.#parent[child] = root;
    this.#x0[root] = Math.min(this.#x0[root] ?? 0, this.#x0[child] ?? 0);
    this.#y0[root] = Math.min(this.#y0[root] ?? 0, this.#y0[child] ?? 0);
    this.#x1[root] = Math.max(this.#x1[root] ?? 0, this.#x1[child] ?? 0);
    this.#y1[root] = Math.max(this.#y1[root] ?? 0, this.#y1[child] ?? 0);
    this.#area[root] = (this.#area[root] ?? 0) + (this.#area[child] ?? 0);
    return root;
  }

  grow(root: number, { x0, x1, y }: { readonly x0: number; readonly x1: number; readonly y: number }): void {
    if (x0 < (this.#x0[root] ?? 0)) this.#x0[root] = x0;
    if (y < (this.#y0[root] ?? 0)) this.#y0[root] = y;
    if (x1 > (this.#x1[root] ?? 0)) this.#x1[root] = x1;
    this.#y1[root] = y + 1;
    this.#area[root] = (this.#area[root] ?? 0) + x1 - x0;
  }

  collected(): Components {
    const roots: number[] = [];
    for (let piece = 0; piece < this.#count; piece++) if (this.#parent[piece] === piece) roots.push(piece);
    const kept = (from: Int32Array): Int32Array => Int32Array.from(roots, (root) => from[root] ?? 0);
    return {
      count: roots.length,
      x0: kept(this.#x0),
      y0: kept(this.#y0),
      x1: kept(this.#x1),
      y1: kept(this.#y1),
      area: kept(this.#area),
    };
  }

  #double(): void {
    this.#capacity *= 2;
    const wider = (array: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(this.#capacity);
      larger.set(array);
      return larger;
    };
    this.#parent = wider(this.#parent);
    this.#x0 = wider(this.#x0);
    this.#y0 = wider(this.#y0);
    this.#x1 = wider(this.#x1);
    this.#y1 = wider(this.#y1);
    this.#area = wider(this.#area);
  }
}
