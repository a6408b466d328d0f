import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { boxAround, type Rect, sharedArea, sharedHeight } from "../../geometry/rect.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import { letterScore } from "../words/confidence.ts";
import { readLine } from "../pictures/line-picture.ts";
import type { LookingAgain } from "./line-budget.ts";
import { doubtfullyTurned } from "../words/turned-words.ts";
import { wordHeight } from "../words/word-height.ts";

/** Minimum confidence of words in lines that page segmentation missed. */
const CERTAIN_ENOUGH = 0.6;

/** Limit, because each line takes some milliseconds; pages rarely have more missed lines. */
const MOST_LINES = 80;

/** Words within this many line heights are read with the line: it may be the end of their cell. */
const BESIDE = 1.5;

/** Returns the words plus those of missed lines; replaces words that were wrongly read as rotated. */
export async function secondLook(
  { page, words }: { readonly page: PreparedPage; readonly words: readonly RecognisedWord[] },
  { reader, budget }: LookingAgain,
): Promise<readonly RecognisedWord[]> {
  const turned = doubtfullyTurned(words);
  const level = turned.length === 0 ? words : words.filter((word) => !turned.includes(word));
  const boxes = level.map(({ box }) => box);
  const { lines } = unreadInk(page.bare.components, boxes, wordHeight(level, page.image.dpi));
  const replaced = new Set<RecognisedWord>();
  const found: RecognisedWord[] = [];
  let number = words.reduce((last, word) => Math.max(last, word.line), 0);
  for (const line of lines.slice(0, MOST_LINES)) {
    if (budget.left === 0) break;
    budget.spend(1);
    const upon = turned.filter(({ box }) => sharedArea(box, line) > 0);
    const beside =
      upon.length === 0 ? [] : level.filter((word) => isBeside(word, line) && !replaced.has(word));
    const whole = boxAround([line, ...beside.map(({ box }) => box)]);
    const all = await readLine(page.image, { line: whole, scale: 1 }, reader);
    const read = all.filter(({ confidence }) => confidence >= CERTAIN_ENOUGH);
    if (letterScore(read) <= letterScore(beside)) continue;
    number++;
    found.push(...read.map((word) => ({ ...word, line: number })));
    for (const word of [...upon, ...beside]) replaced.add(word);
  }
  return [...words.filter((word) => !replaced.has(word)), ...found];
}

function isBeside({ box }: RecognisedWord, line: Rect): boolean {
  const height = line.y1 - line.y0;
  const shared = sharedHeight(box, line);
  const gap = Math.max(line.x0 - box.x1, box.x0 - line.x1);
  return shared > Math.min(height, box.y1 - box.y0) / 2 && gap <= BESIDE * height;
}
