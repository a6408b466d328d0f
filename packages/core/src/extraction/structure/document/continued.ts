import { deciding } from "../../page/decision-log.ts";
import { isContentsEntry, markerOf } from "../geometry/markers.ts";
import type { PageTable, PageTextBlock, TableCell } from "../model/page-structure.ts";
import type { PlacedText } from "./document-page.ts";
import { endsInWord, endsSentence } from "../../layout/order/sentences.ts";

const CONTINUED = /^[\p{Ll}\p{N}(“"„]/u;

/** Whether a paragraph goes on in the next column or on the next page. */
export function goesOn(before: PlacedText, next: PlacedText): boolean {
  const { element } = next.block;
  if (isLabel(before) || isLabel(next)) return false;
  if (element !== undefined && before.block.element !== undefined) return element === before.block.element;
  if (!isNewColumn(before, next) && !isNextLine(before, next)) return false;
  if (!isSameStyle(before.block, next.block)) return false;
  const end = endOf(before, next);
  deciding.log?.recordOn(next.page.number, {
    question: "continuation",
    accepted: end === undefined,
    outcome:
      end === undefined ? "The paragraph goes on here from above." : `The paragraph above ends: ${end}.`,
    box: next.box,
    reasons: [{ fact: "page of the paragraph above", value: before.page.number }],
  });
  return end === undefined;
}

function isLabel({ block: { role } }: PlacedText): boolean {
  return role?.kind === "label";
}

/** Why a paragraph ends before the next text of its style; undefined if it goes on. */
function endOf(before: PlacedText, next: PlacedText): string | undefined {
  const last = before.block.lines.at(-1);
  const first = next.block.lines[0];
  if (last === undefined || first === undefined || endsSentence(last.text)) return "its sentence ends";
  if (markerOf(first.text) !== undefined || isContentsEntry(last.text))
    return "the text below is an item, or it is an entry itself";
  if (next.block.lines[1]?.isOwn === true && last.isOwn !== true)
    return "the lines of the text below are set one by one";
  const { x0, x1 } = before.block.column;
  const isFull = last.x1 > x1 - 0.2 * (x1 - x0) || endsInWord(last.text);
  if (!isFull) return "its last line is short";
  return CONTINUED.test(first.text) ? undefined : "the text below begins with a capital letter";
}

function isSameStyle({ style: a }: PageTextBlock, { style: b }: PageTextBlock): boolean {
  return Math.abs(a.size - b.size) < 0.6 && a.bold === b.bold && a.monospaced === b.monospaced;
}

/** The next block begins higher, as in the next column, or on the next page. */
function isNewColumn(before: PlacedText, next: PlacedText): boolean {
  if (next.page !== before.page) return next.page.number === before.page.number + 1;
  return next.box.y0 < before.box.y0;
}

/** Lines of one paragraph are at most this far apart, in multiples of the text size. */
const LARGEST_GAP = 0.9;

/** The next block begins in the next line: other columns above or beside it have parted the paragraph. */
function isNextLine({ page, block, box: own }: PlacedText, next: PlacedText): boolean {
  const { box: other } = next;
  const gap = other.y0 - own.y1;
  const isBelow = Math.abs(gap) < LARGEST_GAP * block.style.size;
  return page === next.page && isBelow && other.x0 < own.x1 && other.x1 > own.x0;
}

/** How far the edges of a table's parts may differ, in points. */
const SAME_EDGE = 12;

/** Whether a table goes on with another one on the next page: as many columns, and as wide. Two tagged tables never do. */
export function tableGoesOn(above: PageTable, below: PageTable): boolean {
  if (above.element !== undefined && below.element !== undefined) return above.element === below.element;
  if (above.columns !== below.columns || above.ruling !== below.ruling) return false;
  return (
    Math.abs(above.box.x0 - below.box.x0) < SAME_EDGE && Math.abs(above.box.x1 - below.box.x1) < 3 * SAME_EDGE
  );
}

/** The rows at the top of a table's next part that repeat its head. */
export function repeatedHeadRows(above: PageTable, below: PageTable): number {
  let rows = 0;
  while (
    rows < Math.max(1, above.headRows) &&
    rows < below.rows &&
    rowText(above, rows) === rowText(below, rows)
  )
    rows++;
  return rows;
}

function rowText({ cells }: PageTable, row: number): string {
  return cells
    .filter((cell) => cell.row === row)
    .map((cell: TableCell) => `${cell.column} ${cell.text}`)
    .join("\n");
}
