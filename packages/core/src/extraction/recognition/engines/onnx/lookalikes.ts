import type { ReadCharacter } from "./ctc-decoder.ts";

/** Fewer letters do not tell that a word has no digits. */
const FEWEST_LETTERS = 3;

/** Digits that recognition models confuse with letters, as small and capital letters. */
const AS_LETTERS: Readonly<Record<string, readonly [small: string, capital: string]>> = {
  "0": ["o", "O"],
  "1": ["l", "I"],
};

/** An amount or date in which the letter O is a zero, such as `O.71` or `1O/O2/2018`. */
const NUMBER = /^[^\p{L}\p{N}]*(?=.*\d)[\dOo]+(?:[.,:/-][\dOo]+)+[^\p{L}\p{N}]*$/u;

/** A word of letters in which zeros and ones are letters, such as `Tota1` or `INV0ICE`. */
const WORD = /^[^\p{L}\p{N}]*\p{L}[\p{L}01]*\p{L}[^\p{L}\p{N}]*$/u;

const LETTER = /\p{L}/gu;
const CAPITAL = /\p{Lu}/u;

/** Replaces letters in numbers, and digits in words of letters, that look alike. */
export function withoutLookalikes(word: readonly ReadCharacter[]): readonly ReadCharacter[] {
  const text = word.map((character) => character.text).join("");
  if (NUMBER.test(text)) {
    return word.map((character) => (/[Oo]/u.test(character.text) ? { ...character, text: "0" } : character));
  }
  const letters = text.match(LETTER)?.length ?? 0;
  if (letters < FEWEST_LETTERS || !WORD.test(text)) return word;
  return word.map((character, index) => {
    const [small, capital] = AS_LETTERS[character.text] ?? [character.text, character.text];
    const neighbour = word[index - 1] ?? word[index + 1];
    return { ...character, text: CAPITAL.test(neighbour?.text ?? "") ? capital : small };
  });
}
