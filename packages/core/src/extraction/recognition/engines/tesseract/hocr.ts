import { Parser } from "htmlparser2";
import type { Rect } from "../../../geometry/rect.ts";
import { withWordsJoined } from "../../../engines/ocr/words-without-blanks.ts";
import type { WordInImage } from "../image-recogniser.ts";

/** Classes of hOCR's elements for a line. */
const LINES: ReadonlySet<string> = new Set(["ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"]);
const WORD = "ocrx_word";

interface Line {
  readonly number: number;
  readonly box: Rect;
  /** Slope, and distance from the lower left corner. */
  readonly baseline: readonly [slope: number, offset: number];
  /** Degrees counterclockwise. */
  readonly angle: number;
}

/** Returns the words of a page in hOCR. */
export function wordsInHocr(hocr: string): readonly WordInImage[] {
  const words: WordInImage[] = [];
  let line: Line | undefined;
  let word: { readonly title: string; text: string } | undefined;
  let count = 0;
  const parser = new Parser({
    onopentag(_name, { class: kind = "", title = "" }) {
      if (LINES.has(kind)) line = lineIn(title, ++count);
      else if (kind === WORD) word = { title, text: "" };
    },
    ontext(text) {
      if (word) word.text += text;
    },
    onclosetag(name) {
      if (name !== "span" || !word) return;
      const box = boxIn(word.title);
      const text = word.text.trim();
      if (box && text !== "") words.push(wordOf({ text, box, title: word.title }, line));
      word = undefined;
    },
  });
  parser.end(hocr);
  return withWordsJoined(words, isFar);
}

/** Gaps between words of scripts without blanks are wider than this many characters; hOCR does not say where blanks are. */
const WIDE_GAP = 1.5;

function isFar({ box: one }: WordInImage, { box: other }: WordInImage): boolean {
  const gap = Math.max(other.x0 - one.x1, one.x0 - other.x1, other.y0 - one.y1, one.y0 - other.y1);
  const sides = [one, other].map(({ x0, y0, x1, y1 }) => Math.min(x1 - x0, y1 - y0));
  return gap > WIDE_GAP * Math.max(...sides);
}

function wordOf(
  { text, box, title }: { readonly text: string; readonly box: Rect; readonly title: string },
  line: Line | undefined,
): WordInImage {
  const [percent = 0] = numbersAfter("x_wconf", title);
  const word = { text, box, confidence: Math.min(1, Math.max(0, percent / 100)) };
  return line ? { ...word, line: line.number, baseline: baselineOf(box, line) } : word;
}

const UPWARDS = 90;
const DOWNWARDS = 270;

function baselineOf({ x0, y0, x1, y1 }: Rect, { box, baseline: [slope, offset], angle }: Line): Rect {
  if (angle === UPWARDS) return { x0: x1, y0: y1, x1, y1: y0 };
  if (angle === DOWNWARDS) return { x0, y0, x1: x0, y1 };
  const at = (x: number): number => box.y1 + offset + slope * (x - box.x0);
  return { x0, y0: at(x0), x1, y1: at(x1) };
}

function lineIn(title: string, number: number): Line | undefined {
  const box = boxIn(title);
  const [slope = 0, offset = 0] = numbersAfter("baseline", title);
  const [angle = 0] = numbersAfter("textangle", title);
  return box && { number, box, baseline: [slope, offset], angle };
}

function boxIn(title: string): Rect | undefined {
  const [x0, y0, x1, y1] = numbersAfter("bbox", title);
  return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined
    ? undefined
    : { x0, y0, x1, y1 };
}

/** The numbers of a property in an element's title, such as `bbox 0 0 10 10; x_wconf 96`. */
function numbersAfter(name: string, title: string): readonly number[] {
  const property = title.split(";").find((part) => part.trim().startsWith(`${name} `));
  const values = property?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  return values.every(Number.isFinite) ? values : [];
}
