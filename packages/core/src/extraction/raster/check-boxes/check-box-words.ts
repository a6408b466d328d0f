import { areaOf, type Rect, sharedArea } from "../../page/rect.ts";
import type { CheckBox } from "./check-boxes.ts";

/** What is known of a recognised word, in the same pixels as the check boxes. */
export interface WordInPicture {
  readonly text: string;
  readonly box: Rect;
}

/** Check boxes and words that no longer say the same ink twice. */
export interface BoxesAndWords<Word> {
  readonly boxes: readonly CheckBox[];
  readonly words: readonly Word[];
}

/** A word that lies in a box by this share of its own area is what the recogniser made of the box. */
const IN_BOX = 0.5;

/** Words of this many letters and digits are words; what looks like a box in one is a letter. */
const FEWEST_LETTERS = 2;

/** What the recogniser makes of an empty or marked box at the beginning of a word: brackets, round letters. */
const MISREAD_BOX = /^(?:[[({|][\]XxVv0Oo ]?[\])}|]?|[O0oDQJLUC□☐☑☒©®@](?=$|[^\p{L}\p{N}]))+/u;

/** What it makes of a circle that stands close to the word after it. */
const MISREAD_CIRCLE = /^[O0oQCGD©®@]+/u;

/** Drops boxes that are letters of words, and from the words what was read of boxes. */
export function withoutMisreadBoxes<Word extends WordInPicture>(
  candidates: readonly CheckBox[],
  words: readonly Word[],
): BoxesAndWords<Word> {
  const boxes = candidates.filter(
    ({ box, standsApart }) => standsApart || !words.some((word) => isLetterOf(word, box)),
  );
  return { boxes, words: words.flatMap((word) => withoutBoxes(word, boxes) ?? []) };
}

/** Whether the shape is a letter within a word; at a word's beginning a misread box is more likely. */
function isLetterOf({ text, box: word }: WordInPicture, box: Rect): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  if (x < word.x0 || x > word.x1 || y < word.y0 || y > word.y1) return false;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS) return false;
  const isTaller = box.y1 - box.y0 > 1.4 * (word.y1 - word.y0);
  return !isTaller && !MISREAD_BOX.test(text);
}

/** The word without a box that was read as its beginning; undefined when boxes are all there is of it. */
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
