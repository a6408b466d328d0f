import type { ShapeSizes } from "./drawn-shape.ts";
import type { InkImage } from "../image/ink-image.ts";
import { type RowRun, rowRunsOf } from "../ink/row-runs.ts";

/** A short horizontal stroke in pixels; its ends are pixels outside. */
export interface Edge {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Runs of neighbouring rows are one stroke when their ends are so near, in pixels. */
const SAME_END = 3;

/** A stroke is at most so many times as high as long, and at least so many pixels are no fault. */
const MOST_HEIGHT = 0.3;
const ALWAYS_THIN = 4;

/** Single rows of a slanted stroke are shorter than it, and a mark at the end makes them longer. */
const SHORTER = 0.75;
const LONGER = 1.3;

/** Scans tear thin strokes: gaps of so many pixels, for each of the smallest box. */
const GAP = 0.1;

/** Finds strokes that may be the top or the bottom of a box. */
export function edgesOf(image: InkImage, { smallest, largest }: ShapeSizes): readonly Edge[] {
  const gap = Math.max(1, Math.round(GAP * smallest));
  const edges: GrowingEdge[] = [];
  let above: GrowingEdge[] = [];
  let row = -1;
  let here: GrowingEdge[] = [];
  for (const run of rowRunsOf(image, gap)) {
    const { y, start, end } = run;
    if (y !== row) {
      above = y === row + 1 ? here : [];
      [here, row] = [[], y];
    }
    const length = end - start;
    if (length < smallest * SHORTER || length > largest * LONGER) continue;
    const same = above.find(
      (edge) => Math.abs(edge.start - start) <= SAME_END && Math.abs(edge.end - end) <= SAME_END,
    );
    const edge = same ?? { x0: start, x1: end, y0: y, y1: y, start, end };
    if (!same) edges.push(edge);
    extend(edge, run);
    here.push(edge);
  }
  return edges.filter(({ x0, y0, x1, y1 }) => {
    const [length, height] = [x1 - x0, y1 - y0];
    return length >= smallest && height <= Math.max(ALWAYS_THIN, MOST_HEIGHT * length);
  });
}

interface GrowingEdge {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Ends of its lowest run. */
  start: number;
  end: number;
}

/** As long as its longest run. */
function extend(edge: GrowingEdge, { y, start, end }: RowRun): void {
  Object.assign(edge, { y1: y + 1, start, end });
  if (end - start > edge.x1 - edge.x0) Object.assign(edge, { x0: start, x1: end });
}
