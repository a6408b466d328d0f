import type { GreyImage } from "../image/grey-image.ts";
import type { InkImage } from "../image/ink-image.ts";
import type { RulingLine, RulingLines } from "../ink/ruling-lines.ts";

const PAPER = 255;

/** Width of the soft edges of lines, in pixels. */
const SOFT_EDGE = 1;

const HORIZONTAL = 1;
const VERTICAL = 2;

/**
 * Erases ruling lines, except where ink continues on both sides: there a letter stroke crosses the line and must stay
 * connected.
 */
export function withoutRulings(image: GreyImage, ink: InkImage, lines: RulingLines): GreyImage {
  const marks = marksOf(ink, lines);
  const data = image.data.slice();
  const { width } = image;
  const across = { horizontal: width, vertical: 1 };
  for (const line of lines.horizontal) {
    erase(line, { data, ink: ink.ink, marks, mark: HORIZONTAL, across: across.horizontal, along: 1 });
  }
  for (const line of lines.vertical) {
    erase(line, { data, ink: ink.ink, marks, mark: VERTICAL, across: across.vertical, along: width });
  }
  return { ...image, data };
}

/** Marks the pixels of lines with their direction. */
function marksOf({ width, ink }: InkImage, { horizontal, vertical }: RulingLines): Uint8Array {
  const marks = new Uint8Array(ink.length);
  const markRuns = ({ runs }: RulingLine, mark: number, [across, along]: readonly [number, number]): void => {
    for (let k = 0; k < runs.length; k += 3) {
      const row = (runs[k] ?? 0) * across;
      for (let i = runs[k + 1] ?? 0; i <= (runs[k + 2] ?? 0); i++) {
        marks[row + i * along] = (marks[row + i * along] ?? 0) | mark;
      }
    }
  };
  for (const line of horizontal) markRuns(line, HORIZONTAL, [width, 1]);
  for (const line of vertical) markRuns(line, VERTICAL, [1, width]);
  return marks;
}

interface Canvas {
  readonly data: Uint8Array;
  readonly ink: Uint8Array;
  readonly marks: Uint8Array;
  readonly mark: number;
  /** Byte offsets to the next row of the line and to its next pixel. */
  readonly across: number;
  readonly along: number;
}

function erase({ runs }: RulingLine, canvas: Canvas): void {
  for (let k = 0; k < runs.length; k += 3) {
    const row = (runs[k] ?? 0) * canvas.across;
    for (let i = runs[k + 1] ?? 0; i <= (runs[k + 2] ?? 0); i++) erasePixel(row + i * canvas.along, canvas);
  }
}

function erasePixel(at: number, { data, ink, marks, mark, across }: Canvas): void {
  const isLine = (pixel: number): boolean => ((marks[pixel] ?? 0) & mark) !== 0;
  let before = at;
  while (isLine(before)) before -= across;
  let after = at;
  while (isLine(after)) after += across;
  // Look just beyond the soft edge, so that the edge itself does not count as a stroke.
  const goesOn = (pixel: number): boolean => ink[pixel] === 1 && marks[pixel] === 0;
  const strokeBefore = goesOn(before - SOFT_EDGE * across);
  const strokeAfter = goesOn(after + SOFT_EDGE * across);
  if (strokeBefore && strokeAfter) return;
  data[at] = PAPER;
  for (let i = 0; i <= SOFT_EDGE; i++) {
    if (!strokeBefore && before - i * across >= 0) data[before - i * across] = PAPER;
    if (!strokeAfter && after + i * across < data.length) data[after + i * across] = PAPER;
  }
}
