import { areaOf, type Rect, sharedArea } from "../../page/rect.ts";
import type { CheckBox } from "./check-boxes.ts";

/** A recognised word, in the same pixel coordinates as the check boxes. */
export interface WordInPicture {
  readonly text: string;
  readonly box: Rect;
}

/** Check boxes and words, with no ink reported as both. */
export interface BoxesAndWords<Word> {
  readonly boxes: readonly CheckBox[];
  readonly words: readonly Word[];
}

/** A word with more than this share of its area inside boxes is a misread box. */
const IN_BOX = 0.5;

/** In words with at least this many letters and digits, a shape that looks like a box is a letter. */
const FEWEST_LETTERS = 2;

/** How the recogniser misreads an empty or marked box at the start of a word: brackets or round letters. */
const MISREAD_BOX = /^(?:[[({|][\]XxVv0Oo ]?[\])}|]?|[O0oDQJLUC□☐☑☒©®@](?=$|[^\p{L}\p{N}]))+/u;

/** How it misreads a circle close to the following word. */
const MISREAD_CIRCLE = /^[O0oQCGD©®@]+/u;

/** Removes boxes that are letters of words, and removes misread boxes from words. */
export function withoutMisreadBoxes<Word extends WordInPicture>(
  candidates: readonly CheckBox[],
  words: readonly Word[],
): BoxesAndWords<Word> {
  const boxes = candidates.filter(
    ({ box, standsApart }) => standsApart || !words.some((word) => isLetterOf(word, box)),
  );
  return { boxes, words: words.flatMap((word) => withoutBoxes(word, boxes) ?? []) };
}

/** Whether the shape is a letter within a word; at the start of a word, a misread box is more likely. */
function isLetterOf({ text, box: word }: WordInPicture, box: Rect): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  if (x < word.x0 || x > word.x1 || y < word.y0 || y > word.y1) return false;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS) return false;
  const isTaller = box.y1 - box.y0 > 1.4 * (word.y1 - word.y0);
  return !isTaller && !MISREAD_BOX.test(text);
}

/** Returns the word without a box misread as its start, or undefined if the word consists only of boxes. */
function withoutBoxes<Word extends WordInPicture>(word: Word, boxes: readonly CheckBox[]): Word | undefined {
  const covered = boxes.reduce((sum, { box }) => sum + sharedArea(box, word.box), 0);
  const letters = word.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (covered > IN_BOX * areaOf(word.box) && letters <= FEWEST_LETTERS) return undefined;
  const first = boxes.find(({ box }) => beginsWith(word.box, box));
  if (!first) return word;
  const text = word.text.replace(
    first.kind === "circle" && first.standsApart ? MISREAD_CIRCLE : MISREAD_BOX,
    "",
  );
  if (text === word.text) return word;
  return text === "" ? undefined : { ...word, text, box: { ...word.box, x0: first.box.x1 } };
}

function beginsWith(word: Rect, box: Rect): boolean {
  const middle = (box.x0 + box.x1) / 2;
  const shared = Math.min(word.y1, box.y1) - Math.max(word.y0, box.y0);
  return (
    middle > word.x0 - (box.x1 - box.x0) / 2 &&
    word.x0 < box.x1 &&
    middle < word.x1 &&
    box.x0 < word.x0 + (box.x1 - box.x0) / 2 &&
    shared > 0
  );
}
