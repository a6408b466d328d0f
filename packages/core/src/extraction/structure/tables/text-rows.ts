import { textRow } from "../../layout/order/beside/labelled-rows.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { areContents } from "../decisions/contents-entries.ts";
import { areMarkedLines } from "../decisions/marked-lines.ts";
import { NEXT_LINE } from "../../layout/order/sentences.ts";
import { isItemNumber, isPageNumber } from "../geometry/markers.ts";
import { isNumeric } from "../geometry/table-line.ts";

/**
 * The lines of a run that looks like a table but is none, each with its parts joined: texts with a marker, or entries of a
 * table of contents. Undefined if it is neither.
 *
 * @param others all rows of the page
 */
export function textRows(rows: readonly Row[], others: readonly Row[]): readonly Row[] | undefined {
  const areMarked = rows.length > 1 && areMarkedLines(rows);
  return areMarked ? rows.map((row) => textRow(row)) : contentsRows(rows, others);
}

/** Entries are a number, a title and a page. */
const MOST_PARTS = 3;

/** What is left of a leader beside a long title is a dot or two. */
const LEADER = /^[.…·\s]+$/u;

/** The entries of a table of contents, one in each row; undefined if the rows are none. */
export function contentsRows(rows: readonly Row[], others: readonly Row[]): readonly Row[] | undefined {
  const pages = rows.map((row) => pageOf(row));
  const isTable = rows.some(({ segments }, index) => {
    const parts = segments.filter(({ text }) => !LEADER.test(text));
    return (
      parts.length > MOST_PARTS ||
      (pages[index] === undefined && parts.length > MOST_PARTS - 1) ||
      (parts.length === MOST_PARTS && !isItemNumber(parts[0]?.text ?? "") && isNumeric(parts[1]?.text ?? ""))
    );
  });
  const found = pages.filter((page) => page !== undefined);
  return isTable || !areContents(rows, found, others) ? undefined : entryRows(rows, pages);
}

/** One row for each entry; lines without a page number belong to the nearest entry. */
function entryRows(rows: readonly Row[], pages: readonly (Segment | undefined)[]): readonly Row[] {
  const entries: Row[] = [];
  let before: readonly Segment[] = [];
  for (const [index, row] of rows.entries()) {
    const last = entries.at(-1);
    if (pages[index] !== undefined) {
      entries.push(textRow({ ...row, segments: [...before, ...row.segments] }));
      before = [];
    } else if (last !== undefined && pages[index - 1] !== undefined && continuesEntry(rows, index)) {
      const segments = [...last.segments.slice(0, -1), ...row.segments, ...last.segments.slice(-1)];
      entries[entries.length - 1] = textRow({ ...last, segments });
    } else if (isLong(row, pages)) {
      before = [...before, ...row.segments];
    } else {
      entries.push(textRow({ ...row, segments: [...before, ...row.segments] }));
      before = [];
    }
  }
  const [first] = before;
  if (first !== undefined) entries.push(textRow({ segments: before, y: first.y, size: first.size }));
  return entries;
}

/** Titles that go on in the next line are longer than this share of the width up to the page numbers. */
const LONG = 0.5;

function isLong({ segments }: Row, pages: readonly (Segment | undefined)[]): boolean {
  const end = pages.find((page) => page !== undefined)?.x1 ?? 0;
  const x0 = segments[0]?.x0 ?? 0;
  return (segments.at(-1)?.x1 ?? 0) - x0 > LONG * (end - x0);
}

function pageOf({ segments }: Row): Segment | undefined {
  const last = segments.at(-1);
  const hasTitle = segments.length > 1 && segments.some(({ text }) => /\p{L}{3}/u.test(text));
  return last !== undefined && hasTitle && isPageNumber(last.text) ? last : undefined;
}

/** Whether a line without a page number belongs to the entry above it: it is nearer to it than to the one below. */
function continuesEntry(rows: readonly Row[], index: number): boolean {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (above === undefined || row === undefined) return false;
  const room = below === undefined ? NEXT_LINE * row.size : below.y - row.y;
  return row.y - above.y < room - 0.1 * row.size;
}
