import type { ExtractedLine, ExtractedWord } from "../result/extracted-document.ts";
import type { Rect } from "../geometry/rect.ts";
import { drawnCharacters, isRightToLeft } from "../page/visual-order.ts";
import type { Affine } from "../geometry/affine.ts";
import { ADVANCE, DESCENT, UNITS_PER_EM } from "../engines/pdf-writing/glyphless-font-file.ts";

/** Text render mode: neither filled nor stroked. */
const INVISIBLE = 3;

/** Check marks inserted by the layout; the image shows the boxes themselves. */
const CHECK_MARK = /^\[.?\]$/;

/** Words of a line whose heights differ by more than this factor keep their own height. */
const SAME_LINE = 1.6;

/** The reading direction of a line on the page, with y downwards. */
type Direction = readonly [dx: -1 | 0 | 1, dy: -1 | 0 | 1];
const TO_THE_RIGHT: Direction = [1, 0];

/**
 * The operators that write a page's recognised words invisibly at their places; "" if there are none.
 *
 * @param toUser transforms points of the page to the document's default user space.
 */
export function textLayer(
  lines: readonly ExtractedLine[],
  { font, toUser }: { readonly font: string; readonly toUser: Affine },
): string {
  const recognised = lines.map(({ words }) => words.filter(isRecognised)).filter(({ length }) => length > 0);
  if (recognised.length === 0) return "";
  const usual = usualDirection(recognised);
  const shown = recognised.flatMap((words) => {
    const direction = directionOf(words) ?? usual;
    return lineBoxes(words, direction).map(({ text, box }, index) => {
      const end = index < words.length - 1 ? " " : "";
      return shownWord(text, end, { box, direction, font, toUser });
    });
  });
  return `BT ${INVISIBLE} Tr\n${shown.join("\n")}\nET`;
}

/** Native text has confidence 1 and is already in the document. */
function isRecognised({ text, confidence }: ExtractedWord): boolean {
  return confidence < 1 && !CHECK_MARK.test(text);
}

/** The direction of most lines that have one; to the right if none does. */
function usualDirection(lines: readonly (readonly ExtractedWord[])[]): Direction {
  const counts = new Map<string, { readonly direction: Direction; count: number }>();
  for (const words of lines) {
    const direction = directionOf(words);
    if (!direction) continue;
    const entry = counts.get(direction.join()) ?? { direction, count: 0 };
    counts.set(direction.join(), { direction, count: entry.count + words.length });
  }
  const [most] = [...counts.values()].toSorted((one, other) => other.count - one.count);
  return most?.direction ?? TO_THE_RIGHT;
}

/** The direction from the first word of a line to the last; undefined for a single word. */
function directionOf(words: readonly ExtractedWord[]): Direction | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || first === last) return undefined;
  const dx = middle(last.box.x0, last.box.x1) - middle(first.box.x0, first.box.x1);
  const dy = middle(last.box.y0, last.box.y1) - middle(first.box.y0, first.box.y1);
  if (Math.abs(dy) > Math.abs(dx)) return [0, dy > 0 ? 1 : -1];
  const rightToLeft = words.filter(({ text }) => isRightToLeft(text)).length > words.length / 2;
  return [dx > 0 !== rightToLeft ? 1 : -1, 0];
}

function middle(from: number, to: number): number {
  return (from + to) / 2;
}

interface BoxedText {
  readonly text: string;
  readonly box: Rect;
}

/** The words with the vertical extent of their line, so that it can be selected as a whole. */
function lineBoxes(words: readonly ExtractedWord[], [dx]: Direction): readonly BoxedText[] {
  const [low, high] = dx === 0 ? (["x0", "x1"] as const) : (["y0", "y1"] as const);
  const from = Math.min(...words.map(({ box }) => box[low]));
  const to = Math.max(...words.map(({ box }) => box[high]));
  const isEven = words.every(({ box }) => to - from <= SAME_LINE * (box[high] - box[low]));
  return words.map(({ text, box }) => ({ text, box: isEven ? { ...box, [low]: from, [high]: to } : box }));
}

/** A word stretched to its box, in the document's user space. */
function shownWord(
  text: string,
  end: string,
  {
    box,
    direction: [dx, dy],
    font,
    toUser,
  }: { readonly box: Rect; readonly direction: Direction; readonly font: string; readonly toUser: Affine },
): string {
  const [a, b, c, d, e, f] = toUser;
  const written = drawnCharacters(text).join("");
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const [length, size] = dx === 0 ? [height, width] : [width, height];
  // The lower left corner in reading direction.
  const bottomX = dx === 0 ? (dy > 0 ? box.x0 : box.x1) : dx > 0 ? box.x0 : box.x1;
  const bottomY = dx === 0 ? (dy > 0 ? box.y0 : box.y1) : dx > 0 ? box.y1 : box.y0;
  // Text-up is 90° counterclockwise from the direction.
  const [upX, upY] = [dy, -dx];
  const rise = (-DESCENT / UNITS_PER_EM) * size;
  const [x, y] = [bottomX + rise * upX, bottomY + rise * upY];
  const unit = Math.hypot(a, b);
  const turn = [a * dx + c * dy, b * dx + d * dy, a * upX + c * upY, b * upX + d * upY].map(
    (value) => value / unit,
  );
  const matrix = [...turn, a * x + c * y + e, b * x + d * y + f].map(number).join(" ");
  const natural = (written.length * ADVANCE * size) / UNITS_PER_EM;
  const stretch = natural > 0 ? (100 * length) / natural : 100;
  const codes = Buffer.from(written + end, "utf16le")
    .swap16()
    .toString("hex");
  return `/${font} ${number(size * unit)} Tf ${number(stretch)} Tz ${matrix} Tm <${codes}> Tj`;
}

/** Formats a number for PDF, without an exponent. */
function number(value: number): string {
  return String(Number(value.toFixed(3)));
}
