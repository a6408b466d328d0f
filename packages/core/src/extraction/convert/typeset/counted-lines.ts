import type { PageCount, Run } from "../model/flow-document.ts";
import { formattedNumber } from "../model/list-numbers.ts";
import type { DocumentFonts } from "./document-fonts.ts";
import { linesOf, type Line, type Segment } from "./lines.ts";

/** The number of a page and how it is written. */
export interface PageNumber {
  readonly value: number;
  readonly format: string;
}

/** Whether a line shows the number of its page, or of all pages. */
export function countsPages({ segments }: Line): boolean {
  return segments.some(({ counted }) => counted !== undefined);
}

/** Whether a line shows the number of all pages, which is known when the last one has been set. */
export function countsAllPages({ segments }: Line): boolean {
  return segments.some(({ counted }) => counted?.count?.of === "pages");
}

/** A line with the numbers of this page; what follows a number moves by the difference of its width. */
export function countedLine(
  line: Line,
  { number, total }: { readonly number: PageNumber; readonly total: number },
  fonts: DocumentFonts,
): Line {
  const segments: Segment[] = [];
  let shift = 0;
  let last: Run | undefined;
  for (const segment of line.segments) {
    const { counted } = segment;
    if (!counted?.count) segments.push({ ...segment, x: segment.x + shift });
    else if (counted !== last) {
      const before = lineOf(counted, counted.text, fonts);
      const set = lineOf(counted, countText(counted.count, number, total), fonts);
      for (const own of set.segments) segments.push({ ...own, x: own.x + segment.x + shift });
      shift += set.width - before.width;
    }
    last = counted;
  }
  return { ...line, segments };
}

function lineOf(
  { size, bold, italic }: Run,
  text: string,
  fonts: DocumentFonts,
): Pick<Line, "segments" | "width"> {
  const [line] = linesOf([{ text, size, bold, italic }], Infinity, fonts);
  return line ?? { segments: [], width: 0 };
}

function countText({ of, format, offset = 0 }: PageCount, number: PageNumber, total: number): string {
  return of === "pages"
    ? formattedNumber(total + offset, format ?? "decimal")
    : formattedNumber(number.value + offset, format ?? number.format);
}
