import { isIdeographic } from "../../page/wide-characters.ts";
import { type Rect, union } from "../../geometry/rect.ts";

/** A word as a recogniser returns it. */
interface Word {
  readonly text: string;
  readonly confidence: number;
  readonly box: Rect;
  readonly baseline?: Rect | undefined;
  readonly line?: number | undefined;
}

/** Whether a blank is between two neighbouring words of a line. */
export type IsParted<Read> = (one: Read, other: Read) => boolean;

/** Other scripts without blanks between words. */
const WITHOUT_BLANKS = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Joins neighbouring words of scripts without blanks. Tesseract splits their lines into words of one or two characters,
 * and often with boxes around a part of a character only.
 */
export function withWordsJoined<Read extends Word>(
  words: readonly Read[],
  isParted: IsParted<Read>,
): readonly Read[] {
  const joined: Read[] = [];
  let before: Read | undefined;
  for (const word of words) {
    const last = joined.at(-1);
    if (before && last && isOneWord(before, word) && !isParted(before, word))
      joined[joined.length - 1] = joinedWord(last, word);
    else joined.push(word);
    before = word;
  }
  return joined;
}

function isOneWord(one: Word, other: Word): boolean {
  if (one.line === undefined || one.line !== other.line) return false;
  const neighbours = [Array.from(one.text).at(-1) ?? "", Array.from(other.text)[0] ?? ""];
  return neighbours.some(isWithoutBlanks);
}

function isWithoutBlanks(character: string): boolean {
  return isIdeographic(character) || WITHOUT_BLANKS.test(character);
}

function joinedWord<Read extends Word>(one: Read, other: Read): Read {
  const [length, added] = [Array.from(one.text).length, Array.from(other.text).length];
  const { baseline } = one;
  return {
    ...one,
    text: one.text + other.text,
    confidence: (length * one.confidence + added * other.confidence) / (length + added),
    box: union(one.box, other.box),
    ...(baseline && {
      baseline: { ...baseline, x1: (other.baseline ?? baseline).x1, y1: (other.baseline ?? baseline).y1 },
    }),
  };
}
