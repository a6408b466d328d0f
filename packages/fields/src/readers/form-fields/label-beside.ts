import type { Rect } from "@galley/core";
import type { DocumentWord, FieldPage } from "../../document/field-document.ts";

/** Points between a field and its label: forms leave room, but not as much as to the next column. */
const FARTHEST = 60;

/** Gap inside a label in multiples of its height. */
const GAP_IN_LABEL = 1.2;

/** Points between a field and the label above it. */
const ABOVE = 14;

/** The label of a field to write in: left of it, else above it; "" for none. */
export function labelOfField(page: FieldPage, box: Rect): string {
  const left = textOf(leftOf(page, box));
  return left === "" ? textOf(above(page, box)) : left;
}

/** The label of a check box: right of it, else left of it; "" for none. */
export function labelOfMark(page: FieldPage, box: Rect): string {
  const right = textOf(rightOf(page, box));
  return right === "" ? textOf(leftOf(page, box)) : right;
}

/** The words inside a field, which its value is printed with. */
export function isInside({ box }: DocumentWord, field: Rect): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return x >= field.x0 && x <= field.x1 && y >= field.y0 && y <= field.y1;
}

function textOf(words: readonly DocumentWord[]): string {
  return words
    .map(({ text }) => text)
    .join(" ")
    .replace(/[\s:：*]+$/u, "");
}

function leftOf(page: FieldPage, box: Rect): readonly DocumentWord[] {
  const words = besides(page, box)
    .filter((word) => (word.box.x0 + word.box.x1) / 2 < box.x0)
    .toSorted((a, b) => b.box.x1 - a.box.x1);
  return connected(words, box.x0, (word, edge) => [edge - word.box.x1, word.box.x0]).toReversed();
}

function rightOf(page: FieldPage, box: Rect): readonly DocumentWord[] {
  const words = besides(page, box)
    .filter((word) => (word.box.x0 + word.box.x1) / 2 > box.x1)
    .toSorted((a, b) => a.box.x0 - b.box.x0);
  return connected(words, box.x1, (word, edge) => [word.box.x0 - edge, word.box.x1]);
}

type Step = (word: DocumentWord, edge: number) => readonly [gap: number, edge: number];

/** Words from the field outwards, until a gap that is wider than between words. */
function connected(words: readonly DocumentWord[], start: number, step: Step): readonly DocumentWord[] {
  const label: DocumentWord[] = [];
  let edge = start;
  for (const word of words) {
    const [gap, next] = step(word, edge);
    const widest = label.length === 0 ? FARTHEST : GAP_IN_LABEL * (word.box.y1 - word.box.y0);
    if (gap > widest) break;
    label.push(word);
    edge = next;
  }
  return label;
}

/** Words at the height of a field that are not in another one. */
function besides(page: FieldPage, box: Rect): readonly DocumentWord[] {
  return labelWords(page).filter(({ box: { y0, y1 } }) => (y0 + y1) / 2 >= box.y0 && (y0 + y1) / 2 <= box.y1);
}

function above(page: FieldPage, box: Rect): readonly DocumentWord[] {
  return labelWords(page).filter(
    (word) =>
      word.box.y1 <= box.y0 + 2 &&
      box.y0 - word.box.y1 < ABOVE &&
      word.box.x0 < box.x1 &&
      word.box.x1 > box.x0,
  );
}

const labels = new WeakMap<FieldPage, readonly DocumentWord[]>();

function labelWords(page: FieldPage): readonly DocumentWord[] {
  const known = labels.get(page);
  if (known) return known;
  const words = page.lines
    .flatMap(({ words: inLine }) => inLine)
    .filter((word) => !page.formFields.some(({ box }) => isInside(word, box)));
  labels.set(page, words);
  return words;
}
