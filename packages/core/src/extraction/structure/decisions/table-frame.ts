import { deciding } from "../../page/decision-log.ts";
import { isCaption } from "./caption.ts";
import { isNote } from "./marked-lines.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { VerticalRule } from "../../layout/tables/rulings.ts";
import type { TableLine } from "../geometry/table-line.ts";

/** Ruling lines around cells. */
interface Grid {
  readonly box: Rect;
  /** Positions of the lines between rows, with the outer ones. */
  readonly ys: readonly number[];
  readonly vertical: readonly VerticalRule[];
}

/** A vertical line this near to the side of a grid, in points, is its frame. */
const AT_SIDE = 4;

/**
 * Do the first and the last band of a grid belong to its table? A band without inner lines that begins as captions or
 * notes do is around the table, although a frame is drawn around both.
 */
export function withoutFrame<G extends Grid>(grid: G, linesOfPage: () => readonly TableLine[]): G {
  const { ys } = grid;
  const isUndivided = (from: number, to: number): boolean =>
    !grid.vertical.some(
      ({ x, y0, y1 }) =>
        x > grid.box.x0 + AT_SIDE &&
        x < grid.box.x1 - AT_SIDE &&
        y0 < (from + to) / 2 &&
        y1 > (from + to) / 2,
    );
  const [top = 0, second = 0] = ys;
  const [last = 0, bottom = 0] = ys.slice(-2);
  const textOf = (from: number, to: number): string =>
    isUndivided(from, to) ? firstText(grid, [from, to], linesOfPage()) : "";
  const isBelowCaption = isCaption(textOf(top, second));
  const isAboveNote = isNote(textOf(last, bottom));
  if (!isBelowCaption && !isAboveNote) return grid;
  const own = ys.slice(isBelowCaption ? 1 : 0, isAboveNote ? -1 : undefined);
  if (own.length < FEWEST_PLACES) return grid;
  const box = { ...grid.box, y0: own[0] ?? top, y1: own.at(-1) ?? bottom };
  if (deciding.log !== undefined) recordFrame(grid, { isBelowCaption, isAboveNote });
  return { ...grid, box, ys: own };
}

function recordFrame(
  { box }: Grid,
  { isBelowCaption, isAboveNote }: { readonly isBelowCaption: boolean; readonly isAboveNote: boolean },
): void {
  deciding.log?.record({
    question: "table",
    accepted: true,
    outcome: "The frame is drawn around the table and other texts, which are no rows.",
    box,
    reasons: [
      ...(isBelowCaption ? [{ fact: "the first band has no inner lines and begins as captions do" }] : []),
      ...(isAboveNote ? [{ fact: "the last band has no inner lines and begins as notes do" }] : []),
    ],
  });
}

/** Two rows of cells have three lines. */
const FEWEST_PLACES = 3;

function firstText(
  { box }: Grid,
  [from, to]: readonly [number, number],
  lines: readonly TableLine[],
): string {
  for (const { y, pieces } of lines) {
    if (y <= from || y >= to) continue;
    const inside = pieces.find(({ x0, x1 }) => x1 > box.x0 && x0 < box.x1);
    if (inside !== undefined) return inside.text;
  }
  return "";
}
