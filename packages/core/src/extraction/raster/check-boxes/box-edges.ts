import type { ShapeSizes } from "./drawn-shape.ts";
import type { InkImage } from "../image/ink-image.ts";
import { type RowRun, rowRunsOf } from "../ink/row-runs.ts";

/** A short horizontal stroke in pixels; ends are exclusive. */
export interface Edge {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Runs of neighbouring rows belong to one stroke if their ends differ by at most this, in pixels. */
const SAME_END = 3;

/** Maximum ratio of a stroke's height to its length; heights up to `ALWAYS_THIN` pixels are always accepted. */
const MOST_HEIGHT = 0.3;
const ALWAYS_THIN = 4;

/** Single rows of a skewed stroke are shorter than the stroke; a mark at its end makes them longer. */
const SHORTER = 0.75;
const LONGER = 1.3;

/** Maximum gap in a stroke, in sides of the smallest box: scanning can break thin strokes. */
const GAP = 0.1;

/** Finds strokes that may be the top or bottom edge of a box. */
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
  /** Start and end of its lowest run. */
  start: number;
  end: number;
}

/** Adds a run; the edge is as long as its longest run. */
function extend(edge: GrowingEdge, { y, start, end }: RowRun): void {
  Object.assign(edge, { y1: y + 1, start, end });
  if (end - start > edge.x1 - edge.x0) Object.assign(edge, { x0: start, x1: end });
}
