import { blocksBeside, MOST_ROWS } from "./beside/blocks-beside.ts";
import { withTextsBeside } from "./beside/texts-beside.ts";
import { alignedCells } from "./aligned-cells.ts";
import { gutterBesideHeadings } from "./beside-headings.ts";
import { bandsOf, linePitch } from "../rows/bands.ts";
import { median } from "../../geometry/median.ts";
import { CoveredExtents, type Extent, NO_GUTTERS } from "./gutters/covered-extents.ts";
import { type Columns, flowTogether, withNotesBelow, withoutFootnotes } from "./column-flow.ts";
import { withoutHyphens } from "./hyphens.ts";
import { haveOwnRows } from "./gutters/independent-columns.ts";
import type { Line } from "../rows/line.ts";
import {
  divides,
  FEWEST_LINES,
  GUTTER,
  isInTable,
  mayDivide,
  OWN_ROWS,
  rowsIn,
} from "./gutters/gutter-decision.ts";
import { recordGutter } from "./gutters/gutter-record.ts";
import { PROSE } from "./sentences.ts";
import { readingLine } from "./reading-line.ts";
import { type RowRange, tableAcross } from "./rows-of-cells.ts";
import type { Row } from "../rows/rows.ts";
import { WordUse } from "./word-use.ts";

/** Columns start farther down if one is longer at its top than the other by more rows than this. */
const LONGEST_WAIT = 12;

/** Writes the parts of a page in reading order: columns of prose one after the other, everything else row by row. */
export function readingLines(parts: readonly (readonly Row[])[]): readonly Line[] {
  const blocks = parts
    .flatMap((rows) => readingFlows(rows))
    .map((block) => block.map((row, index) => readingLine(row, alignedCells(block, index))));
  const use = new WordUse(() => blocks.flatMap((block) => block.map(({ text }) => text)));
  return blocks
    .flatMap((block) => withoutHyphens(block, use))
    .map((segment) => ({
      kind: "text",
      segments: [segment],
      columns: [0],
    }));
}

/** The rows of each column of prose, or of what lies between columns, in reading order. */
export function readingFlows(rows: readonly Row[]): readonly (readonly Row[])[] {
  const bands = bandsOf(rows, linePitch(rows)).flatMap((band) => withoutLastHeading(band));
  const search: Search = { seen: 0 };
  return inOneFlow(bands.flatMap((band) => blocksOfBand(band, search))).flatMap((block) =>
    rowsInOrder(block, search),
  );
}

/** A row is a heading if it is larger than the text above it by this factor. */
const HEADING = 1.2;

/** A heading at the end of a band belongs to what follows; otherwise it would be read as the end of a column. */
function withoutLastHeading(band: readonly Row[]): readonly (readonly Row[])[] {
  const above = band.slice(0, -1);
  const last = band.at(-1);
  const usual = median(above.map((row) => row.size));
  if (last === undefined || usual === undefined) return [band];
  return last.size > HEADING * usual ? [above, [last]] : [band];
}

/** Rows in plain order, two columns of which the left one is read first, or blocks of text beside one another. */
type Block =
  | { readonly kind: "plain"; readonly rows: readonly Row[] }
  | { readonly kind: "beside"; readonly parts: readonly (readonly Row[])[] }
  | Columns;

/** The blocks of a band, from top to bottom: what stands between blocks beside one another is looked at by itself. */
function blocksOfBand(rows: readonly Row[], search: Search): readonly Block[] {
  const blocks: Block[] = [];
  let between: Row[] = [];
  const flush = (): void => {
    blocks.push(...columnsOfBand(between, search));
    between = [];
  };
  for (let from = 0; from < rows.length;) {
    const row = rows[from];
    const found = blocksBeside(rows.slice(from, from + MOST_ROWS + 1), rows[from - 1]);
    if (found === undefined) {
      if (row !== undefined) between.push(row);
      from++;
      continue;
    }
    flush();
    blocks.push({ kind: "beside", parts: found.parts });
    from += found.taken;
  }
  flush();
  return blocks;
}

function columnsOfBand(rows: readonly Row[], search: Search): readonly Block[] {
  const blocks: Block[] = [];
  const band = { sides: sidesOf(rows), tried: new Map<number, number>(), search };
  let plain: Row[] = [];
  for (let from = 0; from < rows.length;) {
    const row = rows[from];
    const found = columnsFrom(rows, from, band);
    if (found?.kind === "plain") {
      plain.push(...found.rows);
      from = found.end;
    } else if (found !== undefined) {
      if (plain.length > 0) blocks.push({ kind: "plain", rows: plain });
      plain = [];
      blocks.push(found);
      from = found.end;
    } else {
      if (row !== undefined) plain.push(row);
      from++;
    }
  }
  if (plain.length > 0) blocks.push({ kind: "plain", rows: plain });
  return blocks;
}

function sidesOf(rows: readonly Row[]): Extent {
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const { segments } of rows) {
    for (const segment of segments) {
      if (segment.x0 < x0) x0 = segment.x0;
      if (segment.x1 > x1) x1 = segment.x1;
    }
  }
  return { x0, x1 };
}

/** Whether a row is one segment from side to side, so that no columns can contain it. */
function leavesNoGutter({ segments: [only, other] }: Row, sides: Extent, least: number): boolean {
  if (only === undefined || other !== undefined) return false;
  return only.x0 < sides.x0 + least && only.x1 > sides.x1 - least;
}

/** Columns separated by more rows than this do not continue. */
const LONGEST_CAPTION = 4;

/**
 * Joins columns that continue below a blank band, or below a caption across both, which then follows them; and columns
 * with footnotes that stand apart.
 */
function inOneFlow(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const noted =
      block.kind === "plain" && last?.kind === "columns" ? withNotesBelow(last, block.rows) : undefined;
    if (noted !== undefined) joined[joined.length - 1] = noted;
    else if (block.kind === "columns") addColumns(joined, block);
    else joined.push(block);
  }
  return joined;
}

/** Adds columns to blocks, or to the columns that they continue. */
function addColumns(blocks: Block[], block: Columns): void {
  const [before, last] = [blocks.at(-2), blocks.at(-1)];
  if (last?.kind === "columns" && flowTogether(last, block, "blank")) {
    blocks[blocks.length - 1] = stacked(last, block);
    return;
  }
  const isBelowCaption = last?.kind === "plain" && before?.kind === "columns" && isCaption(last.rows, before);
  if (isBelowCaption && flowTogether(before, block, "caption"))
    blocks.splice(-2, 2, stacked(before, block), last);
  else blocks.push(block);
}

function stacked(upper: Columns, lower: Columns): Columns {
  return {
    kind: "columns",
    left: [...upper.left, ...lower.left],
    right: [...upper.right, ...lower.right],
  };
}

/** Whether rows are not headings and few enough to interrupt continuing columns. */
function isCaption(rows: readonly Row[], { left }: Columns): boolean {
  const usual = median(left.map((row) => row.size));
  return (
    usual !== undefined && rows.length <= LONGEST_CAPTION && rows.every((row) => row.size <= HEADING * usual)
  );
}

/** The rows of a block in reading order, with the footnotes of its columns last. */
function rowsInOrder(block: Block, search: Search): readonly (readonly Row[])[] {
  if (block.kind === "plain") return withTextsBeside(block.rows);
  if (block.kind === "beside") return block.parts;
  const sides = [block.left, block.right].map((rows) => withoutFootnotes(rows));
  return [
    ...sides.flatMap(({ text }) => inColumns(text, search)),
    ...sides.map(({ notes }) => notes).filter((notes) => notes.length > 0),
  ];
}

function inColumns(rows: readonly Row[], search: Search): readonly (readonly Row[])[] {
  return blocksOfBand(rows, search).flatMap((block) => rowsInOrder(block, search));
}

interface Band {
  readonly sides: Extent;
  /** Ends of runs of rows whose sides are not independent, each with the number of its gutters. */
  readonly tried: Map<number, number>;
  readonly search: Search;
}

/** The search for columns of a page. */
interface Search {
  /** Segments that were looked at, counted for each gutter. */
  seen: number;
}

/** A page with more rows, columns and gutters is a large table: columns of prose are no longer looked for. */
const MOST_SEEN = 30_000_000;

/** A block and the index after its last row. */
type BlockTo = Block & { readonly end: number };

/** The longest run of rows from `from` on that a gutter divides into two columns of prose; or a table across it. */
function columnsFrom(rows: readonly Row[], from: number, band: Band): BlockTo | undefined {
  if (rows.length - from < FEWEST_LINES || band.search.seen > MOST_SEEN) return undefined;
  for (const run of runsFrom(rows, from, band.sides)) {
    band.search.seen += (1 + run.gutters.length) * segmentsIn(rows, from, run.end);
    if (run.gutters.length === 0 || run.end - from < FEWEST_LINES) continue;
    const found = columnsIn(rows, { ...run, from }, band);
    if (found !== undefined) return found;
  }
  return undefined;
}

function columnsIn(
  rows: readonly Row[],
  { gutters, from, end }: GutterRun & { readonly from: number },
  { tried }: Band,
): BlockTo | undefined {
  const all = rows.slice(from, end);
  // Fewer rows up to the same end show less, unless they leave more gutters.
  const mayBeIndependent = gutters.length > (tried.get(end) ?? 0);
  if (mayBeIndependent) tried.set(end, gutters.length);
  let across: RowRange | undefined;
  let table: RowRange | undefined;
  for (const gutter of gutters) {
    if (!mayDivide(all, gutter, mayBeIndependent)) continue;
    across = tableAcross(all, gutter);
    const stretch = all.slice(0, across?.start ?? endAtFoot(all, gutter, rows[end]));
    if (mayBeIndependent && across === undefined && isInTable(stretch, gutter))
      table = { start: 0, end: all.length };
    else if (divides(stretch, gutter, { mayBeIndependent, isAcross: across !== undefined }))
      return { ...columnsAt(stretch, gutter), end: from + stretch.length };
    if (across !== undefined) break;
  }
  const undivided = { all, gutters: mayBeIndependent ? gutters : [], across: across ?? table };
  return columnsOfRows(undivided, { from, end });
}

interface Undivided {
  readonly all: readonly Row[];
  readonly gutters: readonly number[];
  readonly across: RowRange | undefined;
}

/** Columns of entries or tables, if a gutter divides the rows into such; else the table across them. */
function columnsOfRows(
  { all, gutters, across }: Undivided,
  { from, end }: { readonly from: number; readonly end: number },
): BlockTo | undefined {
  const gutter = gutterBetween(all, gutters);
  if (gutter === undefined)
    return across && { kind: "plain", rows: all.slice(0, across.end), end: from + across.end };
  recordGutter(all, gutter, OWN_ROWS);
  return { ...columnsAt(all, gutter), end };
}

/** The gutter between columns of entries or tables. */
function gutterBetween(rows: readonly Row[], gutters: readonly number[]): number | undefined {
  return gutterBesideHeadings(rows, gutters) ?? gutters.find((gutter) => haveOwnRows(rows, gutter));
}

function columnsAt(rows: readonly Row[], gutter: number): Columns {
  return {
    kind: "columns",
    left: rowsIn(rows, { x0: -Infinity, x1: gutter }),
    right: rowsIn(rows, { x0: gutter, x1: Infinity }),
  };
}

function segmentsIn(rows: readonly Row[], from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at++) count += rows[at]?.segments.length ?? 0;
  return count;
}

/** A heading of a table or figure is larger than the text above it by this factor. */
const FOOT_HEADING = 1.08;

/** The end of columns without a heading in the last row of one: no column ends with one, so it belongs to what follows both. */
function endAtFoot(rows: readonly Row[], gutter: number, next: Row | undefined): number {
  const last = rows.at(-1);
  if (next === undefined || last === undefined || rows.length <= FEWEST_LINES) return rows.length;
  const isOneSided = last.segments.every(({ x0 }) => x0 < gutter === (last.segments[0]?.x0 ?? 0) < gutter);
  const usual = median(rows.map((row) => row.size)) ?? last.size;
  const isHeading = isOneSided && last.size > FOOT_HEADING * usual;
  return isHeading ? rows.length - 1 : rows.length;
}

interface GutterRun {
  readonly gutters: readonly number[];
  readonly end: number;
}

/**
 * The gutters of the longest run of rows from `from` on that has any; and those that end before, at a line of prose across
 * them, in a shorter run.
 */
function runsFrom(rows: readonly Row[], from: number, sides: Extent): readonly GutterRun[] {
  const least = GUTTER * (rows[from]?.size ?? 0);
  const covered = new CoveredExtents();
  let gutters = NO_GUTTERS;
  let shorter: GutterRun | undefined;
  let end = from;
  for (; end < rows.length; end++) {
    const row = rows[end];
    if (row === undefined || leavesNoGutter(row, sides, least)) break;
    const left = covered.addAll(row.segments) ? covered.gutters(least) : gutters;
    if (left.length === 0 && (gutters.length > 0 || end - from >= LONGEST_WAIT)) break;
    const ended = shorter === undefined && isLine(row) ? guttersUnder(row, gutters) : NO_GUTTERS;
    if (ended.length > 0) shorter = { gutters: ended, end };
    gutters = left;
  }
  return shorter === undefined ? [{ gutters, end }] : [{ gutters, end }, shorter];
}

/** Whether a row is one line of prose. */
function isLine({ segments: [only, other] }: Row): boolean {
  return only !== undefined && other === undefined && only.cells >= PROSE;
}

/** The gutters that a row covers. */
function guttersUnder({ segments }: Row, gutters: readonly number[]): readonly number[] {
  return gutters.filter((gutter) => segments.some(({ x0, x1 }) => x0 < gutter && x1 > gutter));
}
