import type { PageOutcome } from "../../../extraction/result/extracted-document.ts";

/** Chosen so that documents of the same look, which share half of their words, share enough of them. */
const SIZE = 64;

/**
 * A sketch of the words of the first page: the smallest of their hashes, so that the sketches of documents with many words
 * in common have many numbers in common (Broder, 1997). Words with digits are left out, because they change.
 */
export function lookSketch(pages: readonly PageOutcome[]): readonly number[] {
  const first = pages.find((page) => page.ok);
  const words = first?.text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return [...new Set(words.map(hashOf))].toSorted((a, b) => a - b).slice(0, SIZE);
}

const WORD = /(?<![\p{L}\p{N}])\p{L}{3,}(?![\p{L}\p{N}])|\p{Script=Han}+/gu;

/** FNV-1a of 32 bits, signed as databases store it. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}
