import type { PlacedWord } from "../words/placed-word.ts";

/** Minimum confidence in lines without a two-letter word: stains and picture edges read as single characters. */
const SINGLE_SIGNS = 0.6;

/** Minimum confidence of words without letters or digits. */
const NO_LETTER = 0.5;

/** A word with at least this confidence is text, not a mark. */
const SURE = 0.8;

const LETTER = /[\p{L}\p{N}]/u;
const TWO_LETTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** Returns the words that reach the threshold and are not noise; all words if the threshold is 0. */
export function trustedWords(words: readonly PlacedWord[], threshold: number): readonly PlacedWord[] {
  if (threshold === 0) return words;
  const certain = words.filter(
    ({ text, confidence }) =>
      confidence >= threshold && (LETTER.test(text) || confidence >= Math.max(threshold, NO_LETTER)),
  );
  const lines = linesWithWords(certain);
  const kept = certain.filter(({ line, confidence }) => lines.has(line) || confidence >= SINGLE_SIGNS);
  return withoutLoneSigns(kept);
}

/** Whether a word has two letters or digits; textures are read as single ones. */
export function isOfLetters({ text }: PlacedWord): boolean {
  return TWO_LETTERS.test(text);
}

/** Drops lines without letters and digits that have no text beside them: dashes in drawings, specks in maps. */
function withoutLoneSigns(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const telling = new Set(words.filter(({ text }) => LETTER.test(text)).map(({ line }) => line));
  const text = words.filter((word) => TWO_LETTERS.test(word.text) && word.confidence >= SURE);
  const isBesideText = ({ box }: PlacedWord): boolean => {
    const middle = (box.y0 + box.y1) / 2;
    return text.some((other) => other.box.y0 <= middle && other.box.y1 >= middle);
  };
  return words.filter((word) => telling.has(word.line) || isBesideText(word));
}

/** Minimum confidence in pictures beside native text; higher than on scans. */
const IN_PICTURE = 0.7;

/** Returns the trusted words of a picture on a page with native text. */
export function trustedInPicture(words: readonly PlacedWord[], threshold: number): readonly PlacedWord[] {
  const certain = words.filter(({ confidence }) => confidence >= Math.max(threshold, IN_PICTURE));
  const lines = linesWithWords(certain);
  return certain.filter(({ line }) => lines.has(line));
}

function linesWithWords(words: readonly PlacedWord[]): ReadonlySet<number> {
  return new Set(words.filter(({ text }) => TWO_LETTERS.test(text)).map(({ line }) => line));
}
