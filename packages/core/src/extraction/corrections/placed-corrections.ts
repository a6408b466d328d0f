import { type PageText, WORD_COLUMNS } from "../page/page-text.ts";
import type { Rect } from "../geometry/rect.ts";

/** A part of a text that is replaced; offsets into the text as it was, end exclusive. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface PageWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly corrected: string | undefined;
}

/** Boxes are rounded to a tenth of a point, and the ink of a word may stand out of its line. */
const TOLERANCE = 0.5;

/**
 * Finds corrected words again in other texts of their page, by the box of the text: lines of blocks, table cells and
 * fields do not know from which words they were written.
 */
export class PlacedCorrections {
  readonly #words: readonly PageWord[];
  readonly #found = new Set<PageWord>();

  /** @param wanted texts by the index of their words. */
  constructor({ text, words }: Pick<PageText, "text" | "words">, wanted: ReadonlyMap<number, string>) {
    const placed: PageWord[] = [];
    for (let at = 0; at < words.length; at += WORD_COLUMNS.length) {
      const [start = 0, end = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = words.subarray(
        at,
        at + WORD_COLUMNS.length,
      );
      const corrected = wanted.get(placed.length);
      placed.push({ text: text.slice(start, end), x: (x0 + x1) / 2, y: (y0 + y1) / 2, corrected });
    }
    this.#words = placed;
  }

  /** The corrected words that were in no text so far. */
  get missing(): readonly { readonly text: string; readonly corrected: string }[] {
    return this.#words.flatMap((word) =>
      word.corrected === undefined || this.#found.has(word)
        ? []
        : [{ text: word.text, corrected: word.corrected }],
    );
  }

  /** A text that was read in a box, with its corrections. */
  textOf(text: string, box: Rect): string {
    return replaced(text, this.replacementsIn(text, box));
  }

  /** The corrections of a text that was read in a box, in the order of the text. */
  replacementsIn(text: string, box: Rect): readonly Replacement[] {
    const inside = this.#words.filter((word) => isIn(word, box));
    if (inside.every(({ corrected }) => corrected === undefined)) return [];
    const replacements: Replacement[] = [];
    for (const [word, occurrence] of occurrencesOf(inside, text)) {
      if (word.corrected === undefined) continue;
      this.#found.add(word);
      // A word that goes on in the next line has lost its hyphen.
      const isJoined = occurrence.end - occurrence.start < word.text.length;
      const own = isJoined ? word.corrected.replace(/[-\u2010\u00ad]$/u, "") : word.corrected;
      replacements.push({ ...occurrence, text: own });
    }
    return replacements.toSorted((a, b) => a.start - b.start);
  }
}

/** The text with its parts replaced, which are in its order. */
export function replaced(text: string, replacements: readonly Replacement[]): string {
  let written = "";
  let at = 0;
  for (const { start, end, text: own } of replacements) {
    written += text.slice(at, start) + own;
    at = end;
  }
  return written + text.slice(at);
}

/** An offset into a text, after its replacements. A part that begins or ends with a replaced word has all of it. */
export function movedOffset(offset: number, replacements: readonly Replacement[]): number {
  let moved = offset;
  for (const { start, end, text } of replacements)
    if (offset >= end && end > start) moved += text.length - (end - start);
  return moved;
}

function isIn({ x, y }: PageWord, { x0, y0, x1, y1 }: Rect): boolean {
  return x >= x0 - TOLERANCE && x <= x1 + TOLERANCE && y >= y0 - TOLERANCE && y <= y1 + TOLERANCE;
}

type Place = Omit<Replacement, "text">;

/** Where the words are in a text. Of words that read the same, the first is the first one in the text. */
function occurrencesOf(words: readonly PageWord[], text: string): ReadonlyMap<PageWord, Place> {
  const found = new Map<PageWord, Place>();
  for (const [read, alike] of Map.groupBy(words, (word) => word.text)) {
    const places = placesOf(read, text);
    for (const [index, word] of alike.entries()) {
      const place = places[index];
      if (place) found.set(word, place);
    }
  }
  return found;
}

function placesOf(word: string, text: string): readonly Place[] {
  const whole = allPlaces(word, text);
  if (whole.length > 0 || !/.[-\u2010\u00ad]$/u.test(word)) return whole;
  return allPlaces(word.slice(0, -1), text);
}

/** Words on their own come before parts of others. */
function allPlaces(word: string, text: string): readonly Place[] {
  const alone: Place[] = [];
  const parts: Place[] = [];
  if (word === "") return alone;
  for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
    const end = start + word.length;
    const isAlone = isBlank(text.slice(Math.max(0, start - 1), start)) && isBlank(text.slice(end, end + 1));
    (isAlone ? alone : parts).push({ start, end });
  }
  return [...alone, ...parts];
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
