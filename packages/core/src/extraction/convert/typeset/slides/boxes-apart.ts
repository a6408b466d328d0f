import type { SlideBox } from "../../model/flow-document.ts";
import { heightOf, widthOf, type Strip } from "../strips.ts";

export interface SetBox {
  readonly box: SlideBox;
  readonly strips: readonly Strip[];
}

/** Moves boxes down that are below one whose content is taller than itself. */
export function withoutOverlaps(boxes: readonly SetBox[]): readonly SetBox[] {
  const moved = [...boxes];
  const contents = boxes.map(({ box, strips }): Content => {
    const width = Math.max(box.width, widthOf(strips));
    return { left: box.x, right: box.x + width, height: heightOf(strips) };
  });
  const ends = contents.map(({ left, right }) => [left, right]);
  const lowest = new LowestEnds([...ends, ...boxes.map(({ box }) => [box.x, rightOf(box)])].flat());
  const add = (index: number): void => {
    const [own, content] = [moved[index], contents[index]];
    if (own && content) lowest.add(content.left, content.right, own.box.y + content.height);
  };
  const above = sortedBy(boxes, ({ box }) => box.y + box.height).filter(
    (index) => boxes[index] && !isFlat(boxes[index].box),
  );
  let added = 0;
  for (const index of sortedBy(boxes, ({ box }) => box.y)) {
    const own = boxes[index];
    if (!own) continue;
    for (; endOf(boxes[above[added] ?? -1]) <= own.box.y; added++) add(above[added] ?? -1);
    const y = Math.max(own.box.y, lowest.between(own.box.x, rightOf(own.box)));
    moved[index] = { ...own, box: { ...own.box, y } };
    if (isFlat(own.box)) add(index);
  }
  return moved;
}

interface Content {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** The indexes of boxes, ordered by a length. */
function sortedBy(boxes: readonly SetBox[], lengthOf: (box: SetBox) => number): readonly number[] {
  const lengths = boxes.map((box) => lengthOf(box));
  return [...boxes.keys()].toSorted((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0));
}

function endOf(set: SetBox | undefined): number {
  return set ? set.box.y + set.box.height : Infinity;
}

function rightOf({ x, width }: SlideBox): number {
  return x + Math.max(width, 1);
}

/** A box without height ends where it begins: only boxes after it are below it. */
function isFlat({ height }: SlideBox): boolean {
  return height === 0;
}

/** The lowest end of what is above a place: a segment tree, because a slide may have thousands of boxes. */
class LowestEnds {
  /** The index of each edge, from the left. */
  readonly #edges: ReadonlyMap<number, number>;
  /** The lowest end in each node's part of the width, and the lowest one that covers all of it. */
  readonly #within: Float64Array;
  readonly #across: Float64Array;

  constructor(edges: readonly number[]) {
    const sorted = [...new Set(edges)].toSorted((one, other) => one - other);
    this.#edges = new Map(sorted.map((edge, index) => [edge, index]));
    this.#within = new Float64Array(2 * sorted.length);
    this.#across = new Float64Array(2 * sorted.length);
  }

  /** Adds an end; `left` and `right` are edges. */
  add(left: number, right: number, end: number): void {
    for (const node of this.#nodes(left, right)) {
      this.#across[node] = Math.max(this.#across[node] ?? 0, end);
      for (let own = node; own > 0; own >>= 1) this.#within[own] = Math.max(this.#within[own] ?? 0, end);
    }
  }

  /** The lowest end between two edges, 0 if there is none. */
  between(left: number, right: number): number {
    let lowest = 0;
    for (const node of this.#nodes(left, right)) {
      lowest = Math.max(lowest, this.#within[node] ?? 0);
      for (let own = node >> 1; own > 0; own >>= 1) lowest = Math.max(lowest, this.#across[own] ?? 0);
    }
    return lowest;
  }

  /** The nodes that make up the width between two edges. */
  *#nodes(left: number, right: number): Generator<number, void, undefined> {
    const count = this.#edges.size;
    let first = (this.#edges.get(left) ?? 0) + count;
    let end = (this.#edges.get(right) ?? 0) + count;
    for (; first < end; first >>= 1, end >>= 1) {
      if (first % 2 === 1) yield first++;
      if (end % 2 === 1) yield --end;
    }
  }
}
