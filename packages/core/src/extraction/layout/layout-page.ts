import type { CheckMark } from "../page/check-mark.ts";
import type { PageContent } from "../page/page-content.ts";
import type { PageText } from "../page/page-text.ts";
import { baselinesOf } from "./rows/baselines.ts";
import { blocksOf } from "./order/blocks.ts";
import { withCentredCells } from "./tables/centred-cells.ts";
import { type CheckBoxes, checkBoxesOf, fieldMarks } from "./marks/check-boxes.ts";
import { type Direction, directionsOf } from "./directions/directions.ts";
import { displayedFields } from "./marks/field-ticks.ts";
import { fieldInserts } from "./marks/fields.ts";
import { type Frame, frameAt } from "./directions/frame.ts";
import { readingGlyphs } from "./glyphs/gather-glyphs.ts";
import { gridLines } from "./grid/grid.ts";
import { withAlignedHangingBrackets } from "./tables/hanging-brackets.ts";
import type { ReadingGlyphs } from "./glyphs/reading-glyphs.ts";
import { isInReadingOrder, keepsWrittenBlanks, type LayoutOptions } from "../page/layout-options.ts";
import { blankFinder } from "./spacing/letter-spacing.ts";
import { withLevelVerticals } from "./directions/level-vertical.ts";
import { withRowsInReadingOrder } from "./rows/mirrored.ts";
import { type FramedLines, writePageText } from "./page-text-writer.ts";
import { withNumberCells } from "./grid/number-cells.ts";
import { withoutNarrowTables } from "./tables/plain-tables.ts";
import { readingLines } from "./order/reading-order.ts";
import { noteLines } from "./order/note-lines.ts";
import { plainRows } from "./order/plain-rows.ts";
import { type Row, rowsOf } from "./rows/rows.ts";
import { type RotatedHeads, rotatedHeads } from "./tables/rotated-heads.ts";
import { dividersOf, type Rulings, rulingsOf } from "./tables/rulings.ts";
import { withScripts } from "./rows/scripts.ts";
import { stretchWriter } from "./rows/segment-text.ts";
import { segmentsOf } from "./rows/segments.ts";
import { writtenBlanks } from "./spacing/written-blanks.ts";

/** A page's text and the check boxes and radio buttons found on it. */
export interface PageLayout extends PageText {
  readonly checkMarks: readonly CheckMark[];
}

/** The rows of one writing direction, in its frame. */
export interface DirectionRows {
  readonly frame: Frame;
  readonly glyphs: ReadingGlyphs;
  readonly rows: readonly Row[];
  readonly rulings: Rulings;
}

/** A page's text, and the rows that it was written from. */
export interface LaidOutPage {
  readonly layout: PageLayout;
  /** The main direction first; computed when called. */
  readonly directions: () => readonly DirectionRows[];
  /** Notes for the user. */
  readonly notes: readonly string[];
}

/** Converts a page's glyphs, fields and boxes to text. Pure: the same content and options return the same text. */
export function layoutPage(read: PageContent, options: LayoutOptions): PageLayout {
  return layOutPage(read, options).layout;
}

/** The same as `layoutPage`, with the rows, from which the structure of the page is found. */
export function layOutPage(read: PageContent, options: LayoutOptions): LaidOutPage {
  const level = withLevelVerticals(read);
  const displayed = displayedFields(level);
  const content = { ...level, fields: displayed.fields };
  const [reading, ...turned] = directionsOf(content.glyphs, options);
  const found = marksBoxes(content, options) ? checkBoxesOf(content, displayed.replaced) : NO_BOXES;
  const boxes = { ...found, replaced: new Set([...found.replaced, ...displayed.replaced]) };
  const { inserts: heads, others } = headsAmong(content, reading, turned, options);
  const inserts = [...boxes.inserts, ...heads, ...fieldInserts(content)];
  const main =
    reading === undefined ? [] : [directionLines(content, reading, { ...boxes, inserts }, options)];
  // Ruling lines are drawn only once, with the page's main text direction.
  const unruled = { ...options, markVerticalLines: false, markHorizontalLines: false };
  const rest = others.map((direction) =>
    directionLines(content, direction, { ...boxes, inserts: [] }, unruled),
  );
  const checkMarks = [...fieldMarks(content), ...boxes.marks];
  const annotationNotes = {
    frame: frameAt(0),
    lines: noteLines(content.annotationNotes ?? [], main.length > 0),
  };
  return {
    layout: { ...writePageText([...main, ...rest, annotationNotes]), checkMarks },
    directions: () => [...main, ...rest].map(({ rows }) => rows()),
    notes: [...main, ...rest].map(({ note }) => note),
  };
}

/** In structure order, rotated headings already have their place. */
function headsAmong(
  content: PageContent,
  reading: Direction | undefined,
  turned: readonly Direction[],
  options: LayoutOptions,
): RotatedHeads {
  const isOrdered = isInReadingOrder(options) && content.glyphs.block !== undefined;
  if (reading === undefined || isOrdered) return { inserts: [], others: turned };
  return rotatedHeads(content, reading, turned, options);
}

const NO_BOXES: CheckBoxes = { marks: [], inserts: [], replaced: new Set() };

/** Drawn boxes are written in modes for forms; form fields in every mode. */
function marksBoxes({ fields }: PageContent, { mode }: LayoutOptions): boolean {
  return mode === "form" || mode === "table" || fields.some(({ checked }) => checked !== null);
}

/** Lines of a direction, and the rows of all of it. */
interface LaidOutDirection extends FramedLines {
  readonly rows: () => DirectionRows;
  /** A note for the user; "" if there is none. */
  readonly note: string;
}

function directionLines(
  content: PageContent,
  direction: Direction,
  boxes: CheckBoxes,
  options: LayoutOptions,
): LaidOutDirection {
  const { frame } = direction;
  const rulings = rulingsOf(content, frame);
  const dividers = dividersOf(content, frame, rulings);
  const blanksIn = keepsWrittenBlanks(options) ? writtenBlanks : blankFinder;
  const rowsIn = (part: Direction): DirectionRows => {
    const glyphs = readingGlyphs(content, part, boxes);
    const baselines = withScripts(baselinesOf(glyphs, options.lineTolerance), glyphs);
    const write = stretchWriter(glyphs, blanksIn(glyphs));
    const rows = withCentredCells(rowsOf(segmentsOf(baselines, glyphs, dividers, write), options));
    const cells = withoutNarrowTables(
      withAlignedHangingBrackets(rows),
      options.minTableWidth * content.width,
    );
    return { frame, glyphs, rulings, rows: glyphs.hasRightToLeft ? withRowsInReadingOrder(cells) : cells };
  };
  if (!isInReadingOrder(options)) {
    const all = rowsIn(direction);
    const laidOut =
      options.outputMode === "text"
        ? { lines: plainRows(all.rows, options), note: "" }
        : gridLines(withNumberCells(all.rows), rulings, options);
    return { frame, ...laidOut, rows: () => all };
  }
  // Field values and marks belong to no block.
  const parts = boxes.inserts.length > 0 ? [direction] : blocksOf(direction, content.glyphs);
  const lines = readingLines(parts.map((part) => withNumberCells(rowsIn(part).rows)));
  return { frame, lines, rows: () => rowsIn(direction), note: "" };
}
