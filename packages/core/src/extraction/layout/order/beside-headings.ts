import { median } from "../../geometry/median.ts";
import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";
import type { Extent } from "./gutters/covered-extents.ts";

/** A heading is larger than most texts on its side of a gutter by this factor. */
const HEADING = 1.1;

/** Lines of a column are at most this far apart, in multiples of the text size. */
const NEXT_LINE = 1.9;

const WORDS = /^[^.…]*\p{L}{2}/u;

/** Fewer headings may be larger texts in the cells of a table. */
const FEWEST_HEADINGS = 2;

/** If more texts than this share are larger, they are values below their labels. */
const MOST_HEADINGS = 0.15;

/** Fewer rows are no columns of entries. */
const FEWEST_ROWS = 12;

/**
 * The gutter between columns that have headings of their own, as a directory or a reference card has; undefined if there
 * is none. A heading ends the table on its side, but beside it the lines of the next column go on.
 */
export function gutterBesideHeadings(rows: readonly Row[], gutters: readonly number[]): number | undefined {
  if (rows.length < FEWEST_ROWS) return undefined;
  const sizes = rows.flatMap(({ segments }) => segments.map(({ size }) => size));
  const usual = median(sizes);
  if (usual === undefined) return undefined;
  const least = HEADING * usual;
  const larger = sizes.filter((size) => size > least);
  if (larger.length < FEWEST_HEADINGS || larger.length > MOST_HEADINGS * sizes.length) return undefined;
  return gutters.find((gutter, at) => {
    const left = { x0: gutters[at - 1] ?? -Infinity, x1: gutter };
    const right = { x0: gutter, x1: gutters[at + 1] ?? Infinity };
    const ofLeft = headings(rows, { x0: -Infinity, x1: gutter }, least).filter((y) =>
      goesOnAt(rows, right, y),
    );
    const ofRight = headings(rows, right, least).filter((y) => goesOnAt(rows, left, y));
    return ofLeft.length + ofRight.length >= FEWEST_HEADINGS;
  });
}

/** The baselines of rows that have nothing but a larger text in an extent. */
function headings(rows: readonly Row[], extent: Extent, least: number): readonly number[] {
  return rows.flatMap(({ segments }) => {
    const [only, other] = segments.filter((segment) => isIn(segment, extent));
    const isHeading = only !== undefined && other === undefined && only.size > least && WORDS.test(only.text);
    return isHeading ? [only.y] : [];
  });
}

/** Whether an extent has a line close above a height and one close below it, of one size. */
function goesOnAt(rows: readonly Row[], extent: Extent, y: number): boolean {
  let above: Segment | undefined;
  for (const { segments } of rows) {
    const segment = segments.find((own) => isIn(own, extent));
    if (segment === undefined) continue;
    if (segment.y < y) above = segment;
    else return above !== undefined && areNear(above, segment);
  }
  return false;
}

function isIn({ x0 }: Segment, extent: Extent): boolean {
  return x0 >= extent.x0 && x0 < extent.x1;
}

function areNear(above: Segment, below: Segment): boolean {
  if (below.y - above.y >= NEXT_LINE * below.size || above.size >= HEADING * below.size) return false;
  return WORDS.test(above.text) && WORDS.test(below.text);
}
