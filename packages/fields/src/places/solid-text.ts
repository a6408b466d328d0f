import type { FieldPage } from "../document/field-document.ts";
import type { WordPlace } from "./citation.ts";

/** The words of a page without the blanks between them, and the word of each character. */
export interface SolidText {
  readonly page: FieldPage;
  readonly text: string;
  /** As long as `text`. */
  readonly places: readonly WordPlace[];
}

/** How texts are written for a comparison. */
export type Folding = (text: string) => string;

export function solidText(page: FieldPage, folding: Folding): SolidText {
  const places: WordPlace[] = [];
  let text = "";
  for (const [line, { words }] of page.lines.entries()) {
    for (const [word, { text: printed }] of words.entries()) {
      const folded = folding(printed);
      text += folded;
      const place = { line, word };
      for (let at = 0; at < folded.length; at++) places.push(place);
    }
  }
  return { page, text, places };
}

/** Without blanks. */
export const asWritten: Folding = (text) => text.replaceAll(/\s+/gu, "");

/** Without blanks and case; ligatures, wide characters, dashes and quotation marks in their common form. */
export const foldCase: Folding = (text) =>
  asWritten(text.normalize("NFKC"))
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/gu, "-")
    .replaceAll(/[\u2018\u2019\u201a\u00b4`]/gu, "'")
    .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/gu, '"');

/** Characters that recognition takes for one another. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ["o", "0"],
  ["l", "1"],
  ["i", "1"],
  ["|", "1"],
  ["s", "5"],
  ["b", "8"],
]);

/** Like `foldCase`, with one character for all that look alike and without accents. */
export const foldLookAlikes: Folding = (text) =>
  foldCase(text)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[oli|sb]/gu, (character) => LOOK_ALIKES.get(character) ?? character);

/** Places in `solid` from `start` to `end` as words. */
export function wordsBetween({ places }: SolidText, start: number, end: number): readonly WordPlace[] {
  return places.slice(start, end).filter((place, index, all) => place !== all[index - 1]);
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Between digits, these make one number, date or time. */
const IN_NUMBER = /[.,'’/:-]/u;

/** All occurrences of a folded text that begin and end where words or other characters do; at most `MAX_FOUND`. */
export function occurrencesIn(solid: SolidText, sought: string): readonly (readonly WordPlace[])[] {
  const found: (readonly WordPlace[])[] = [];
  if (sought === "") return found;
  for (
    let start = solid.text.indexOf(sought);
    start >= 0 && found.length < MAX_FOUND;
    start = solid.text.indexOf(sought, start + 1)
  ) {
    const end = start + sought.length;
    if (isWhole(solid, start, end)) found.push(wordsBetween(solid, start, end));
  }
  return found;
}

/** Values that stand at more places, such as a quantity of 1, are distinguished by the values found near them. */
const MAX_FOUND = 500;

function isWhole(solid: SolidText, start: number, end: number): boolean {
  return !continues(solid, start, -1) && !continues(solid, end - 1, 1);
}

/** Whether the word or number at `at` goes on in the direction `step`, inside the same printed word. */
function continues({ text, places }: SolidText, at: number, step: -1 | 1): boolean {
  const own = text[at] ?? "";
  const next = text[at + step] ?? "";
  if (places[at + step] !== places[at] || !WORD_CHARACTER.test(own)) return false;
  if (WORD_CHARACTER.test(next)) return true;
  const second = at + 2 * step;
  return (
    /\d/.test(own) && IN_NUMBER.test(next) && /\d/.test(text[second] ?? "") && places[second] === places[at]
  );
}
