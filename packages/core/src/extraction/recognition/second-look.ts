import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import type { PreparedPage } from "../raster/prepare-page.ts";
import { unreadInk } from "../raster/unread-ink.ts";
import { readLine } from "./line-picture.ts";
import type { LookingAgain } from "./time-budget.ts";
import { wordHeight } from "./word-height.ts";

/** What is found where the page's layout showed no text must be this certain. */
const CERTAIN_ENOUGH = 0.6;

/** Each line costs some milliseconds; a page has hardly ever more that were overlooked. */
const MOST_LINES = 80;

/** Reads the lines that were left out when the page was read as a whole. */
export function secondLook(
  { page, words }: { readonly page: PreparedPage; readonly words: readonly RecognisedWord[] },
  { recogniser, budget }: LookingAgain,
): readonly RecognisedWord[] {
  const boxes = words.map(({ box }) => box);
  const { lines } = unreadInk(page.bare.components, boxes, wordHeight(words, page.image.dpi));
  let number = words.reduce((last, word) => Math.max(last, word.line), 0);
  return lines.slice(0, MOST_LINES).flatMap((line) => {
    if (budget.leftMs === 0) return [];
    number++;
    return readLine(page.image, { line, scale: 1 }, recogniser)
      .filter(({ confidence }) => confidence >= CERTAIN_ENOUGH)
      .map((word) => ({ ...word, line: number }));
  });
}
