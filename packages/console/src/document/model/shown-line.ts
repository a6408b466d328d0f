import type { PageLine } from "./viewed-document.ts";

/** A part of a line as it is shown. */
export interface LinePart {
  readonly text: string;
  /** Index of the word in its line; undefined between words. */
  readonly word?: number;
}

/** The words of a line and what is between them. */
export function partsOf({ text, words }: PageLine): readonly LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  for (const [index, word] of words.entries()) {
    if (word.end <= at) continue;
    if (word.start > at) parts.push({ text: text.slice(at, word.start) });
    parts.push({ text: text.slice(Math.max(word.start, at), word.end), word: index });
    at = word.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
