import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import { type Recogniser, SEGMENTATION } from "../engines/ocr/recogniser.ts";
import type { Rect } from "../page/rect.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import type { PreparedPage } from "../raster/prepare-page.ts";
import { unreadInk } from "../raster/unread-ink.ts";
import { cutPicture } from "./cut-picture.ts";
import { wordHeight } from "./word-height.ts";

/** What is found where the page's layout showed no text must be this certain. */
const CERTAIN_ENOUGH = 0.6;

/** Each line costs some milliseconds; a page has hardly ever more that were overlooked. */
const MOST_LINES = 80;

/** White around a line, in pixels: the recogniser wants to see where it ends. */
const MARGIN = 10;

/** Ink around a line that may belong to its letters, in pixels. */
const REACH = 3;

/** Reads the lines that were left out when the page was read as a whole. */
export function secondLook(
  { page, words }: { readonly page: PreparedPage; readonly words: readonly RecognisedWord[] },
  recogniser: Recogniser,
): readonly RecognisedWord[] {
  const boxes = words.map(({ box }) => box);
  const { lines } = unreadInk(page.bare.components, boxes, wordHeight(words, page.image.dpi));
  let number = words.reduce((last, word) => Math.max(last, word.line), 0);
  return lines.slice(0, MOST_LINES).flatMap((line) => {
    number++;
    return wordsOfLine(page.image, line, recogniser)
      .filter(({ confidence }) => confidence >= CERTAIN_ENOUGH)
      .map((word) => ({ ...word, line: number }));
  });
}

function wordsOfLine(image: GreyImage, line: Rect, recogniser: Recogniser): readonly RecognisedWord[] {
  const x0 = Math.max(0, line.x0 - REACH);
  const y0 = Math.max(0, line.y0 - REACH);
  const cut = cutPicture(image, { x0, y0, x1: line.x1 + REACH, y1: line.y1 + REACH }, MARGIN);
  const [dx, dy] = [x0 - MARGIN, y0 - MARGIN];
  return recogniser.recognise(cut, SEGMENTATION.LINE).map((word) => ({
    ...word,
    box: moved(word.box, dx, dy),
    baseline: moved(word.baseline, dx, dy),
  }));
}

function moved({ x0, y0, x1, y1 }: Rect, dx: number, dy: number): Rect {
  return { x0: x0 + dx, y0: y0 + dy, x1: x1 + dx, y1: y1 + dy };
}
