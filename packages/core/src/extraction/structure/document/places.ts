import { BOX_HEIGHT } from "../../layout/page-text-writer.ts";
import { LINE_COLUMNS } from "../../page/page-text.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { BlockPlace } from "../model/block.ts";
import type { DocumentPage } from "./document-page.ts";

/** Finds the places of blocks on their pages. */
export class Places {
  readonly #indexes = new Map<DocumentPage, LineIndex>();

  of(page: DocumentPage, box: Rect): BlockPlace {
    let index = this.#indexes.get(page);
    if (index === undefined) {
      index = new LineIndex(page.lines);
      this.#indexes.set(page, index);
    }
    return { page: page.number, box, lines: index.linesIn(box) };
  }
}

interface PlacedLine {
  readonly line: number;
  readonly middle: number;
  readonly x0: number;
  readonly x1: number;
}

function byMiddle(a: PlacedLine, b: PlacedLine): number {
  return a.middle - b.middle;
}

/** The lines of a page's text by their middle, from top to bottom. */
class LineIndex {
  readonly #lines: readonly PlacedLine[];

  constructor(values: Float32Array) {
    const lines: PlacedLine[] = [];
    for (let at = 0, line = 0; at < values.length; at += LINE_COLUMNS.length, line++) {
      const height = (values[at + 3] ?? 0) / BOX_HEIGHT;
      if (height === 0) continue;
      lines.push({
        line,
        x0: values[at] ?? 0,
        x1: values[at + 1] ?? 0,
        middle: (values[at + 2] ?? 0) - height / 2,
      });
    }
    this.#lines = lines.toSorted(byMiddle);
  }

  /** First and last of the lines whose middle is in the box. */
  linesIn({ x0, y0, x1, y1 }: Rect): BlockPlace["lines"] {
    let first = Infinity;
    let last = -Infinity;
    for (let at = this.#firstBelow(y0 - 1); at < this.#lines.length; at++) {
      const own = this.#lines[at];
      if (own === undefined || own.middle > y1 + 1) break;
      if (own.x0 > x1 || own.x1 < x0) continue;
      first = Math.min(first, own.line);
      last = Math.max(last, own.line);
    }
    return first > last ? null : [first, last];
  }

  #firstBelow(y: number): number {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle]?.middle ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
