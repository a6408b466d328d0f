import { median } from "../../geometry/median.ts";
import { boxAround, areaOf, type Rect, sharedArea } from "../../geometry/rect.ts";
import type { PageBlock, PageLine, PageTextBlock } from "../model/page-structure.ts";
import { beginsSmall } from "../../layout/order/sentences.ts";
import { isNumeric } from "../geometry/table-line.ts";

/** Segments in which the words of several elements alternate, as a share of all. */
const MOST_ALTERNATING = 0.1;

/** Why the blocks that tags describe cannot be those of the page; undefined if they can. */
export function doubtAbout(blocks: readonly PageBlock[], alternating: number): string | undefined {
  const texts = blocks.filter((block) => block.kind === "text").filter(({ lines }) => lines.length > 0);
  if (alternating > MOST_ALTERNATING || areInterleaved(texts)) return "their parts overlap on the page";
  if (isOneForAll(texts, blocks)) return "one paragraph contains the whole page";
  if (areLines(texts)) return "each line is a paragraph of its own";
  return undefined;
}

/** Blocks that overlap by more than this share of the smaller one are interleaved. */
const INTERLEAVED = 0.4;

/** More interleaved blocks than this share are not believed. */
const MOST_INTERLEAVED = 0.2;

/** Blocks that are compared with each other. */
const MOST_COMPARED = 500;

function areInterleaved(texts: readonly PageTextBlock[]): boolean {
  const boxes = texts
    .slice(0, MOST_COMPARED)
    .flatMap(({ lines }) => columnsOf(lines).flatMap((own) => boxAround(own) ?? []));
  const overlapping = boxes.filter((box, index) => {
    return boxes.some((other, at) => at !== index && overlaps(box, other));
  });
  return overlapping.length > Math.max(2, MOST_INTERLEAVED * boxes.length);
}

function overlaps(a: Rect, b: Rect): boolean {
  return sharedArea(a, b) > INTERLEAVED * Math.min(areaOf(a), areaOf(b));
}

/** Lines that follow each other downwards; a block that goes on in the next column has several groups. */
function columnsOf(lines: readonly PageLine[]): readonly (readonly PageLine[])[] {
  const columns: PageLine[][] = [];
  for (const line of lines) {
    const column = columns.at(-1);
    const last = column?.at(-1);
    if (column === undefined || last === undefined || line.y1 < last.y0) columns.push([line]);
    else column.push(line);
  }
  return columns;
}

/** A paragraph of so many lines with as many wide steps between them is several. */
const MANY_LINES = 12;
const MOST_STEPS = 3;
const WIDE_STEP = 1.5;

/** A paragraph with this share of the page's lines contains the page. */
const MOST_OF_PAGE = 0.7;

function isOneForAll(texts: readonly PageTextBlock[], blocks: readonly PageBlock[]): boolean {
  if (blocks.length > texts.length) return false;
  const all = texts.reduce((sum, { lines }) => sum + lines.length, 0);
  return texts.some(({ lines, role }) => {
    if (lines.length < MANY_LINES || lines.length < MOST_OF_PAGE * all || role?.kind === "code") return false;
    const steps = columnsOf(lines).flatMap((own) =>
      own.slice(1).map((line, at) => line.y1 - (own[at]?.y1 ?? 0)),
    );
    const usual = median(steps) ?? Infinity;
    return steps.filter((step) => step > WIDE_STEP * usual).length >= MOST_STEPS;
  });
}

/** Least number of one-line paragraphs, and their share of the lines, that are broken off. */
const LEAST_BROKEN = 6;
const MOST_BROKEN = 0.4;

const OPEN_END = /[\p{Ll},-]$/u;

/** Fewer numbers may be a date or a telephone number. */
const FEWEST_NUMBERS = 5;

/** Whether a line is a row of a table rather than a paragraph: most of its words are numbers. */
function isRowOfNumbers({ text }: PageLine): boolean {
  const words = text.split(" ");
  const numbers = words.filter((word) => isNumeric(word)).length;
  return numbers >= FEWEST_NUMBERS && 2 * numbers > words.length;
}

/** Whether many paragraphs are single lines whose sentences go on in the next one, or rows of a table. */
function areLines(texts: readonly PageTextBlock[]): boolean {
  const paragraphs = texts.filter(({ role }) => role?.kind === "paragraph");
  const broken = paragraphs.filter(({ lines: [line, other] }, index) => {
    const next = paragraphs[index + 1]?.lines[0];
    if (line === undefined || other !== undefined || next === undefined) return false;
    if (isRowOfNumbers(line)) return true;
    return OPEN_END.test(line.text) && beginsSmall(next.text) && next.y0 > line.y0;
  });
  return broken.length >= LEAST_BROKEN && broken.length > MOST_BROKEN * paragraphs.length;
}
