import { type Affine, boundsOf, scaleOf } from "../../geometry/affine.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { inkAscent } from "../../layout/glyphs/ink.ts";
import { median } from "../../geometry/median.ts";
import type { PlacedWord } from "./placed-word.ts";
import { isTurned } from "./turned-words.ts";
import { linesOf } from "./word-lines.ts";
import { wordsApart } from "./words-apart.ts";

/** Smaller tilts, in degrees, count as level: single baselines vary more. */
const LEVEL = 0.4;

/** Shorter lines, in multiples of their height, are not used to estimate the tilt. */
const TELLING_LENGTH = 12;

/** Converts recognised words to page coordinates; `toPage` transforms pixels to points. */
export function placeWords(words: readonly RecognisedWord[], toPage: Affine): readonly PlacedWord[] {
  const lines = Array.from(linesOf(words).values(), (line) =>
    line.some(isTurned) ? line : wordsApart(line),
  );
  const tilt = tiltOf(lines);
  return lines.flatMap((line) => {
    const size = sizeOf(line, tilt);
    return line.map((word) => placed(word, { size, tilt, toPage }));
  });
}

/** Returns the median slope of long lines that read to the right; 0 if the page is nearly level. */
function tiltOf(lines: readonly (readonly RecognisedWord[])[]): number {
  const slopes = lines.flatMap((line) => {
    const [first, last] = [line[0], line.at(-1)];
    if (!first || !last || isTurned(first)) return [];
    const dx = last.baseline.x1 - first.baseline.x0;
    const isTelling = dx > TELLING_LENGTH * (first.box.y1 - first.box.y0);
    return isTelling ? [(last.baseline.y1 - first.baseline.y0) / dx] : [];
  });
  const slope = median(slopes) ?? 0;
  return Math.abs(slope) < Math.tan((LEVEL * Math.PI) / 180) ? 0 : slope;
}

/** Returns the font size of a line, from the height of its words above the baseline. */
function sizeOf(line: readonly RecognisedWord[], tilt: number): number {
  const sizes = line.flatMap((word) => {
    const ascent = Math.max(0, ...Array.from(word.text.matchAll(/[\p{L}\p{N}]/gu), ([c]) => inkAscent(c)));
    if (ascent === 0) return [];
    const size = reachAbove(word, tilt) / ascent;
    // Weighted by length, because long words are more reliable.
    return Array.from({ length: word.text.length }, () => size);
  });
  return Math.max(1, median(sizes) ?? Math.max(...line.map(thickness)));
}

function reachAbove(word: RecognisedWord, tilt: number): number {
  const { box, baseline } = word;
  if (isTurned(word)) {
    const x = (baseline.x0 + baseline.x1) / 2;
    return baseline.y1 < baseline.y0 ? x - box.x0 : box.x1 - x;
  }
  return (baseline.y0 + baseline.y1) / 2 - box.y0 - (Math.abs(tilt) * (box.x1 - box.x0)) / 2;
}

function thickness(word: RecognisedWord): number {
  const { x0, y0, x1, y1 } = word.box;
  return isTurned(word) ? x1 - x0 : y1 - y0;
}

function placed(
  word: RecognisedWord,
  { size, tilt, toPage }: { readonly size: number; readonly tilt: number; readonly toPage: Affine },
): PlacedWord {
  const { text, confidence, box, line, model } = word;
  const { x, y, advance, angle } = isTurned(word) ? turnedStart(word) : levelStart(word, tilt);
  const [a, b, c, d, e, f] = toPage;
  const scale = scaleOf(toPage);
  return {
    text,
    confidence,
    line,
    ...(model !== undefined && { model }),
    x: a * x + c * y + e,
    y: b * x + d * y + f,
    advance: advance * scale,
    angle: between180(angle + (Math.atan2(b, a) * 180) / Math.PI),
    size: size * scale,
    box: boundsOf(toPage, [box.x0, box.y0, box.x1, box.y1]),
  };
}

type Start = Pick<PlacedWord, "x" | "y" | "advance" | "angle">;

function levelStart({ box, baseline }: RecognisedWord, tilt: number): Start {
  const middle = (baseline.x0 + baseline.x1) / 2;
  const y = (baseline.y0 + baseline.y1) / 2 - tilt * (middle - box.x0);
  const advance = (box.x1 - box.x0) * Math.hypot(1, tilt);
  return { x: box.x0, y, advance, angle: (Math.atan(tilt) * 180) / Math.PI };
}

function turnedStart({ box, baseline }: RecognisedWord): Start {
  const upwards = baseline.y1 < baseline.y0;
  return {
    x: (baseline.x0 + baseline.x1) / 2,
    y: upwards ? box.y1 : box.y0,
    advance: box.y1 - box.y0,
    angle: upwards ? -90 : 90,
  };
}

function between180(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
