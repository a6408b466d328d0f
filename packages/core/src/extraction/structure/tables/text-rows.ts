import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { isAddressBesideLabels } from "../decisions/address-block.ts";
import { areMarkedLines } from "../decisions/marked-lines.ts";

/**
 * The texts of a run that looks like a table but is none, with each value joined to what it belongs to: entries of a
 * table of contents, or an address and the labels with values beside it. Undefined if it is neither.
 */
export function textRows(rows: readonly Row[]): readonly (readonly Row[])[] | undefined {
  if (areMarkedLines(rows)) return [rows.map((row) => ({ ...row, segments: asOneLine(row.segments) }))];
  const contents = contentsRows(rows);
  return contents === undefined ? labelledRows(rows) : [contents];
}

const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/u;

/** Fewer entries may be a small table. */
const FEWEST_ENTRIES = 4;

/** Page numbers end within this distance of each other, in points. */
const SAME_END = 3;

/** Entries are a number, a title and a page. */
const MOST_PARTS = 3;

function contentsRows(rows: readonly Row[]): readonly Row[] | undefined {
  const pages = rows.map((row) => pageOf(row));
  const found = pages.filter((page) => page !== undefined);
  if (found.length < FEWEST_ENTRIES) return undefined;
  const isTable = rows.some(
    ({ segments }, index) =>
      segments.length > MOST_PARTS || (pages[index] === undefined && segments.length > MOST_PARTS - 1),
  );
  const ends = found.map(({ x1 }) => x1);
  if (isTable || Math.max(...ends) - Math.min(...ends) > SAME_END || !countUp(found)) return undefined;
  return entryRows(rows, pages);
}

/** One row for each entry; lines without a page number belong to the nearest entry. */
function entryRows(rows: readonly Row[], pages: readonly (Segment | undefined)[]): readonly Row[] {
  const entries: Row[] = [];
  let before: readonly Segment[] = [];
  for (const [index, row] of rows.entries()) {
    const last = entries.at(-1);
    if (pages[index] !== undefined) {
      entries.push({ ...row, segments: asOneLine([...before, ...row.segments]) });
      before = [];
    } else if (last !== undefined && continuesEntry(rows, index)) {
      const segments = [...last.segments.slice(0, -1), ...row.segments, ...last.segments.slice(-1)];
      entries[entries.length - 1] = { ...last, segments: asOneLine(segments) };
    } else if (isLong(row, pages)) {
      before = [...before, ...row.segments];
    } else {
      entries.push({ ...row, segments: asOneLine([...before, ...row.segments]) });
      before = [];
    }
  }
  const [first] = before;
  if (first !== undefined) entries.push({ segments: asOneLine(before), y: first.y, size: first.size });
  return entries;
}

/** Titles that go on in the next line are longer than this share of the width up to the page numbers. */
const LONG = 0.5;

function isLong({ segments }: Row, pages: readonly (Segment | undefined)[]): boolean {
  const end = pages.find((page) => page !== undefined)?.x1 ?? 0;
  const x0 = segments[0]?.x0 ?? 0;
  return (segments.at(-1)?.x1 ?? 0) - x0 > LONG * (end - x0);
}

function asOneLine(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, at) => joined(segment, at > 0));
}

function pageOf({ segments }: Row): Segment | undefined {
  const last = segments.at(-1);
  const hasTitle = segments.length > 1 && segments.some(({ text }) => /\p{L}{3}/u.test(text));
  return last !== undefined && hasTitle && PAGE_NUMBER.test(last.text) ? last : undefined;
}

/** Whether page numbers grow, and not by one: that is a count of rows. */
function countUp(pages: readonly Segment[]): boolean {
  const numbers = pages.map(({ text }) => Number(text)).filter((page) => !Number.isNaN(page));
  const grows = numbers.every((page, index) => index === 0 || page >= (numbers[index - 1] ?? 0));
  const isCount = numbers.every((page, index) => index === 0 || page === (numbers[index - 1] ?? 0) + 1);
  return numbers.length >= FEWEST_ENTRIES && grows && !isCount;
}

/** Whether a line without a page number belongs to the entry above it: it is nearer to it than to the one below. */
function continuesEntry(rows: readonly Row[], index: number): boolean {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (above === undefined || row === undefined) return false;
  return below === undefined || row.y - above.y < below.y - row.y - 0.1 * row.size;
}

function joined(segment: Segment, isValue: boolean): Segment {
  return isValue ? { ...segment, followsLeader: true } : segment;
}

/** An address, with its further lines below, and then the labels with values beside it. */
export function addressRows(
  rows: readonly Row[],
  below: readonly Row[],
): { readonly parts: readonly (readonly Row[])[]; readonly taken: number } | undefined {
  if (!isAddressBesideLabels(rows)) return undefined;
  const further = linesOfAddress([...rows.slice(-1), ...below]);
  const lines = [...rows.map((row) => ({ ...row, segments: row.segments.slice(0, 1) })), ...further];
  const labelled = rows.map((row) => ({ ...row, segments: asOneLine(row.segments.slice(1)) }));
  return { parts: [lines, labelled], taken: rows.length + further.length };
}

/** Lines of an address are as near as those of one text, in multiples of its size, and begin within these points. */
const NEXT_LINE = 1.6;
const SAME_START = 2;

/** The rows after the first one that go on with its first text. */
function linesOfAddress(rows: readonly Row[]): readonly Row[] {
  const end = rows.findIndex(({ segments: [only, other], y, size }, at) => {
    const above = rows[at - 1];
    if (above === undefined) return false;
    const x0 = above.segments[0]?.x0 ?? 0;
    const isBelow = only !== undefined && other === undefined && Math.abs(only.x0 - x0) < SAME_START;
    return !isBelow || y - above.y > NEXT_LINE * size;
  });
  return rows.slice(1, end < 0 ? undefined : end);
}

/** A label, and perhaps its value: "Date:" or "Date: 3 May". */
const LABEL = /^\p{L}[^:]{1,30}:(?:\s|$)/u;
const BARE_LABEL = /:$/u;

/** Larger runs are tables. */
const MOST_ROWS = 10;

/** Least share of rows with a label beside the first text. */
const LABELLED = 0.6;

function labelledRows(rows: readonly Row[]): readonly (readonly Row[])[] | undefined {
  if (rows.length > MOST_ROWS) return undefined;
  const beside = rows.filter(({ segments }) => segments.slice(1).some(({ text }) => LABEL.test(text)));
  if (beside.length < 2 || beside.length < LABELLED * rows.length) return undefined;
  const isForm = rows.every(({ segments }) => LABEL.test(segments[0]?.text ?? ""));
  const labels = isForm ? -Infinity : Math.min(...beside.map((row) => firstLabel(row)));
  const part = (isOwn: (segment: Segment) => boolean): readonly Row[] =>
    rows
      .map((row) => ({ ...row, segments: withValues(row.segments.filter((segment) => isOwn(segment))) }))
      .filter(({ segments }) => segments.length > 0);
  return [part(({ x0 }) => x0 < labels), part(({ x0 }) => x0 >= labels)].filter(({ length }) => length > 0);
}

function firstLabel({ segments }: Row): number {
  return segments.slice(1).find(({ text }) => LABEL.test(text))?.x0 ?? Infinity;
}

function withValues(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, at) => joined(segment, BARE_LABEL.test(segments[at - 1]?.text ?? "")));
}
