/** A word of a text as it is searched: folded, with its place in the text. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Letters of scripts that are written without blanks are words of their own; a phrase finds them in their order. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}]\p{M}*)+/gu;

/** Longer runs of letters are no words; PostgreSQL takes 2 KB. */
const MAX_WORD = 64;

/** The words of a text, without case, accents and ligatures. */
export function* wordsOf(text: string): Generator<PlacedWord> {
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const word = folded(found);
    if (word !== "") yield { word, start: index, end: index + found.length };
  }
}

function folded(word: string): string {
  const plain = word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return Array.from(plain.replaceAll(/[^\p{L}\p{N}]/gu, ""))
    .slice(0, MAX_WORD)
    .join("");
}
