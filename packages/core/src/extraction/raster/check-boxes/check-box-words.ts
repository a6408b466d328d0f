import { areaOf, type Rect, sharedArea, sharedHeight } from "../../geometry/rect.ts";
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

/** With at least this confidence, a square is no round letter. */
const CLEAR = 0.95;

/** In words with at least this many letters and digits, a shape that looks like a box is a letter. */
const FEWEST_LETTERS = 2;

/** The letters and signs that the recogniser reads in a box. */
const MISREAD_SIGN = "[O0oDQJLUC□☐☑☒©®@]";

/** How it misreads an empty or marked box at the start of a word: brackets or round letters. */
const MISREAD_BOX = new RegExp(
  String.raw`^(?:[[({|][\]XxVv0Oo ]?[\])}|]?|${MISREAD_SIGN}(?=$|[^\p{L}\p{N}]))+`,
  "u",
);

/** How it misreads a row of boxes. */
const MISREAD_ROW = new RegExp(`^${MISREAD_SIGN}+$`, "u");

/** How it misreads a circle close to the following word. */
const MISREAD_CIRCLE = /^[O0oQCGD©®@]+/u;

/** Removes boxes that are letters of words, and removes misread boxes from words. */
export function withoutMisreadBoxes<Word extends WordInPicture>(
  candidates: readonly CheckBox[],
  words: readonly Word[],
): BoxesAndWords<Word> {
  const others = words.filter((word) => !isRowOf(candidates, word));
  const boxes = candidates.filter(
    ({ box, standsApart }) => standsApart || !others.some((word) => isLetterOf(word, box)),
  );
  return { boxes, words: others.flatMap((word) => withoutBoxes(word, boxes) ?? []) };
}

/** Whether each letter of a word is a clear box. */
function isRowOf(candidates: readonly CheckBox[], { text, box: word }: WordInPicture): boolean {
  if (!MISREAD_ROW.test(text)) return false;
  const inside = candidates.filter(
    ({ kind, box, confidence }) => kind === "box" && confidence >= CLEAR && isUpon(box, word),
  );
  return inside.length > 0 && inside.length === text.length;
}

/** Whether the shape is a letter within a word; at the start of a word, a misread box is more likely. */
function isLetterOf({ text, box: word }: WordInPicture, box: Rect): boolean {
  if (!isUpon(box, word)) return false;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS) return false;
  const isTaller = box.y1 - box.y0 > 1.4 * (word.y1 - word.y0);
  return !isTaller && !MISREAD_BOX.test(text);
}

function isUpon(box: Rect, word: Rect): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return x >= word.x0 && x <= word.x1 && y >= word.y0 && y <= word.y1;
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
  const shared = sharedHeight(word, box);
  return (
    middle > word.x0 - (box.x1 - box.x0) / 2 &&
    word.x0 < box.x1 &&
    middle < word.x1 &&
    box.x0 < word.x0 + (box.x1 - box.x0) / 2 &&
    shared > 0
  );
}
