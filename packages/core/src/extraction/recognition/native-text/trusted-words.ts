import type { PlacedWord } from "../words/placed-word.ts";

/** A line without a word of two letters must be this certain: stains and edges of pictures read as single signs. */
const SINGLE_SIGNS = 0.6;

/** Signs that are neither letter nor digit must be this certain. */
const NO_LETTER = 0.5;

/** A word that is more certain is no mark itself. */
const SURE = 0.8;

const LETTER = /[\p{L}\p{N}]/u;
const TWO_LETTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** The words that are certain enough, and no noise. With a threshold of 0 all that was recognised. */
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

/** Without lines that have neither letter nor digit and no text beside them: dashes of drawings, specks of maps. */
function withoutLoneSigns(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const telling = new Set(words.filter(({ text }) => LETTER.test(text)).map(({ line }) => line));
  const text = words.filter((word) => TWO_LETTERS.test(word.text) && word.confidence >= SURE);
  const isBesideText = ({ box }: PlacedWord): boolean => {
    const middle = (box.y0 + box.y1) / 2;
    return text.some((other) => other.box.y0 <= middle && other.box.y1 >= middle);
  };
  return words.filter((word) => telling.has(word.line) || isBesideText(word));
}

/** Beside text that is certain, what is recognised in a picture must be more certain than on a scan. */
const IN_PICTURE = 0.7;

/** The words of a picture that stands beside the document's own text. */
export function trustedInPicture(words: readonly PlacedWord[], threshold: number): readonly PlacedWord[] {
  const certain = words.filter(({ confidence }) => confidence >= Math.max(threshold, IN_PICTURE));
  const lines = linesWithWords(certain);
  return certain.filter(({ line }) => lines.has(line));
}

function linesWithWords(words: readonly PlacedWord[]): ReadonlySet<number> {
  return new Set(words.filter(({ text }) => TWO_LETTERS.test(text)).map(({ line }) => line));
}
