import { linePitch } from "../../layout/rows/bands.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { HorizontalRule } from "../../layout/tables/rulings.ts";
import { isMarker } from "../geometry/markers.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable } from "../model/page-structure.ts";
import { alignedTable } from "./aligned-table.ts";
import type { TableLine } from "./table-line.ts";

/** Rows of text, or a table. */
export type Stretch =
  | { readonly kind: "text"; readonly rows: readonly Row[] }
  | { readonly kind: "table"; readonly table: PageTable };

export interface UnruledSearch {
  readonly pieceOf: (segment: Segment) => Piece;
  readonly horizontal: readonly HorizontalRule[];
}

/** A larger step between rows, in line pitches, ends a table. */
const LARGEST_STEP = 3;

/** This many rows of one cell in succession end a table. */
const MOST_SINGLE = 2;

/** Finds tables without ruling lines among rows in reading order: rows with aligned cells. */
export function withUnruledTables(rows: readonly Row[], search: UnruledSearch): readonly Stretch[] {
  const pitch = linePitch(rows);
  const stretches: Stretch[] = [];
  let text: Row[] = [];
  for (let from = 0; from < rows.length;) {
    const end = endOfRun(rows, from, pitch);
    const found = end - from < 2 ? undefined : tableIn(rows.slice(from, end), search);
    const row = rows[from];
    if (found === undefined) {
      // A run that is no table is text as a whole, so that each row is looked at once.
      const next = Math.max(from + 1, end);
      text.push(...(row === undefined ? [] : rows.slice(from, next)));
      from = next;
    } else {
      text.push(...rows.slice(from, from + found.skipped));
      if (text.length > 0) stretches.push({ kind: "text", rows: text });
      text = [];
      stretches.push({ kind: "table", table: found.table });
      from += found.skipped + found.taken;
    }
  }
  if (text.length > 0) stretches.push({ kind: "text", rows: text });
  return stretches;
}

/** The end of a run of rows from `from` on that may be a table; `from` if none starts there. */
function endOfRun(rows: readonly Row[], from: number, pitch: number): number {
  let end = from;
  let single = 0;
  let last = from;
  for (let at = from; at < rows.length; at++) {
    const row = rows[at];
    const before = rows[at - 1];
    if (row === undefined) break;
    const isFar = at > from && before !== undefined && row.y - before.y > LARGEST_STEP * Math.max(pitch, row.size);
    if (isFar) break;
    if (isCells(row)) {
      single = 0;
      last = at + 1;
    } else if (at === from || ++single > MOST_SINGLE) {
      break;
    }
    end = last;
  }
  return end;
}

/** Whether a row has several cells; entries of a table of contents with their page number are text. */
function isCells({ segments }: Row): boolean {
  if (segments.length < 2 || (segments.length === 2 && isMarker(segments[0]?.text ?? ""))) return false;
  return !segments.some(({ followsLeader, isFilled }) => followsLeader === true || isFilled === true);
}

interface FoundTable {
  readonly table: PageTable;
  readonly skipped: number;
  readonly taken: number;
}

/** The table of a run, without the rows at its start that do not fit. */
function tableIn(run: readonly Row[], { pieceOf, horizontal }: UnruledSearch): FoundTable | undefined {
  const lines = run.map(
    ({ segments, y, size }): TableLine => ({ pieces: segments.map((segment) => pieceOf(segment)), y, size }),
  );
  for (let skipped = 0; skipped < Math.min(MOST_SKIPPED, lines.length - 1); skipped++) {
    const own = lines.slice(skipped);
    const first = own[0];
    const last = own.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const rules = horizontal.filter(({ y }) => y > first.y - first.size && y < last.y + last.size);
    const table = alignedTable(own, rules);
    if (table !== undefined && isLargeEnough(table)) return { table, skipped, taken: own.length };
  }
  return undefined;
}

const MOST_SKIPPED = 3;

/** Two rows of two cells may be a table, but are more often a letterhead or a signature. */
function isLargeEnough({ rows, columns, cells }: PageTable): boolean {
  const filled = cells.length / (rows * columns);
  return rows * columns >= 6 && filled >= 0.4;
}
