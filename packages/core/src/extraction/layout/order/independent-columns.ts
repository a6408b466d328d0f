import type { Row } from "../rows/rows.ts";

/** Lines of a text are at most this far apart, in multiples of the text size. */
const NEXT_LINE = 1.7;

/** With fewer such lines, they may be of cells that are centred beside cells of several lines. */
const FEWEST_BETWEEN = 5;

/**
 * Whether the texts on both sides of a gutter are set independently of each other, such as contact details beside the
 * text of a résumé: lines of the one are between lines of the other, where a table has none.
 */
export function areIndependent(rows: readonly Row[], gutter: number): boolean {
  const left = rows.filter(({ segments }) => (segments[0]?.x0 ?? Infinity) < gutter);
  const right = rows.filter(({ segments }) => (segments.at(-1)?.x0 ?? -Infinity) >= gutter);
  return linesBetween(left, right) >= FEWEST_BETWEEN;
}

/** The number of lines that follow one of their own column, between two lines of the other one. */
function linesBetween(lines: readonly Row[], others: readonly Row[]): number {
  let count = 0;
  let next = 0;
  for (const [index, line] of lines.entries()) {
    while ((others[next]?.y ?? Infinity) < line.y) next++;
    const isBetween = others[next] !== line && areNear(others[next - 1], others[next]);
    if (isBetween && areNear(lines[index - 1], line)) count++;
  }
  return count;
}

function areNear(above: Row | undefined, below: Row | undefined): boolean {
  return above !== undefined && below !== undefined && below.y - above.y < NEXT_LINE * below.size;
}
