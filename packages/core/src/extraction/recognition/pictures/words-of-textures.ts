import type { GreyImage } from "../../raster/image/grey-image.ts";
import { reduced } from "../../raster/image/reduce.ts";
import { writtenLines } from "../../raster/ink/written-lines.ts";
import { FEWEST_LETTERS, letterCount, LOOK_DPI } from "./look.ts";
import type { PlacedWord } from "../words/placed-word.ts";

/** A word with this many letters or digits and this confidence is text; words read from grain and cloth stay below. */
const TELLING_WORD = /\p{L}{3}|\p{N}{3}/u;
const CERTAIN = 0.7;

/** Drops all words of a picture that shows no lines of letters, unless one of them is certain. */
export function withoutWordsOfTextures(
  words: readonly PlacedWord[],
  image: GreyImage,
): readonly PlacedWord[] {
  if (words.length === 0 || words.some(isTelling)) return words;
  const small = reduced(image, Math.round(image.dpi / LOOK_DPI));
  return letterCount(writtenLines(small)) < FEWEST_LETTERS ? [] : words;
}

function isTelling({ text, confidence }: PlacedWord): boolean {
  return confidence >= CERTAIN && TELLING_WORD.test(text);
}
