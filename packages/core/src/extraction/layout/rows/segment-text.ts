import type { Rect } from "../../geometry/rect.ts";
import { type BaseDirection, logicalOrder, mirrorOf } from "../bidi/bidi.ts";
import { cellsOf, FIRST_MARK, isRightToLeft } from "../glyphs/characters.ts";
import { inkAscent, inkDescent } from "../glyphs/ink.ts";
import type { BlankFinder } from "../spacing/letter-spacing.ts";
import { type ReadingGlyphs, TRAIT } from "../glyphs/reading-glyphs.ts";
import type { Segment } from "./segment.ts";
import { TextBuffer } from "./text-buffer.ts";
import { areAlreadyLogical } from "../bidi/mirrored-brackets.ts";

/** The text of consecutive glyphs, its width in cells, and the positions of its words. */
export type WrittenStretch = Pick<Segment, "text" | "cells" | "words">;

/** Writes consecutive glyphs with spaces between words, in reading order. */
export function stretchWriter(
  glyphs: ReadingGlyphs,
  blanksIn: BlankFinder,
): (stretch: Int32Array) => WrittenStretch {
  const page = glyphs.hasRightToLeft ? directionOfAll(glyphs) : "ltr";
  return (stretch) => {
    const written = new SegmentText(glyphs);
    const blanks = blanksIn(stretch);
    if (glyphs.hasRightToLeft && stretch.some((i) => isRightToLeft(glyphs.text(i)))) {
      writeLogically(stretch, blanks, { page, glyphs }, written);
    } else {
      writeInOrder(stretch, blanks, written);
    }
    return written.finish();
  };
}

/** The direction of most letters. */
export function baseDirection(texts: Iterable<string>): BaseDirection {
  let balance = 0;
  for (const text of texts) {
    if (isRightToLeft(text)) balance++;
    else if (/^\p{L}/u.test(text)) balance--;
  }
  return balance > 0 ? "rtl" : "ltr";
}

function directionOfAll(glyphs: ReadingGlyphs): BaseDirection {
  return baseDirection(Array.from({ length: glyphs.count }, (_, i) => glyphs.text(i)));
}

/**
 * The direction of text in visual order: that of the page if the text starts with a letter of that direction, however
 * much of the other follows; otherwise that of most of its letters.
 */
export function directionOnPage(drawn: readonly string[], page: BaseDirection): BaseDirection {
  const isLetter = (text: string): boolean => isRightToLeft(text) || /^\p{L}/u.test(text);
  const first = page === "rtl" ? drawn.findLast(isLetter) : drawn.find(isLetter);
  if (first === undefined) return baseDirection(drawn);
  return isRightToLeft(first) === (page === "rtl") ? page : baseDirection(drawn);
}

function writeInOrder(stretch: Int32Array, blanks: Uint8Array, written: SegmentText): void {
  for (let k = 0; k < stretch.length; k++) {
    if (blanks[k] === 1) written.appendBlank();
    written.append(stretch[k] ?? 0, k === stretch.length - 1);
  }
}

const BLANK = -1;

const NOWHERE: Rect = { x0: 0, y0: 0, x1: 0, y1: 0 };

function writeLogically(
  stretch: Int32Array,
  blanks: Uint8Array,
  { page, glyphs }: { readonly page: BaseDirection; readonly glyphs: ReadingGlyphs },
  written: SegmentText,
): void {
  const units = Array.from(stretch).flatMap((i, k) => (blanks[k] === 1 ? [BLANK, i] : [i]));
  const texts = units.map((i) => (i === BLANK ? " " : glyphs.text(i)));
  const { order, mirrored } = logicalOrder(texts, directionOnPage(texts, page));
  const turned = order.filter((unit) => mirrored.has(unit)).map((unit) => texts[unit] ?? "");
  const areLogical = areAlreadyLogical(turned.filter((text) => mirrorOf(text) !== undefined));
  for (const unit of order) {
    const i = units[unit] ?? BLANK;
    if (i === BLANK) written.appendBlank();
    else
      written.append(i, false, mirrored.has(unit) && !areLogical ? mirrorOf(texts[unit] ?? "") : undefined);
  }
}

/** Shared by all segments, which are written one after the other; each gets a copy of its own length. */
const TEXT = new TextBuffer();
const WORDS: number[] = [];

/** Left, top, right and bottom of the current word, and its confidence; in fields, each would be a number on the heap. */
const WORD = new Float64Array(5);
const NO_WORD = [Infinity, Infinity, -Infinity, -Infinity, 1];

/** A segment's text and word positions, built glyph by glyph. */
class SegmentText {
  readonly #glyphs: ReadingGlyphs;
  #wordNumbers = 0;
  readonly #text = TEXT;
  /** Every character so far takes one cell. */
  #isNarrow = true;
  /** Start of the current word; -1 between words. */
  #start = -1;

  constructor(glyphs: ReadingGlyphs) {
    this.#glyphs = glyphs;
    this.#text.clear();
  }

  append(i: number, isLast: boolean, instead?: string): void {
    if (this.#glyphs.has(i, TRAIT.VALUE)) this.#appendValue(i);
    else if (isLast || !this.#glyphs.has(i, TRAIT.UNDRAWN_HYPHEN)) this.#appendGlyph(i, instead);
  }

  finish(): WrittenStretch {
    this.#endWord();
    const text = this.#text.toString();
    return {
      text,
      cells: this.#isNarrow ? text.length : cellsOf(text),
      words: WORDS.slice(0, this.#wordNumbers),
    };
  }

  appendBlank(): void {
    this.#endWord();
    if (this.#text.length > 0) this.#text.append(" ");
  }

  #endWord(): void {
    if (this.#start < 0) return;
    this.#addWord(this.#start, WORD);
    this.#start = -1;
  }

  /** Adds the word from `start` to the end of the text. */
  #addWord(start: number, place: ArrayLike<number>): void {
    WORDS[this.#wordNumbers++] = start;
    WORDS[this.#wordNumbers++] = this.#text.length;
    for (let k = 0; k < WORD.length; k++) WORDS[this.#wordNumbers++] = place[k] ?? 0;
  }

  #appendGlyph(i: number, instead: string | undefined): void {
    const glyphs = this.#glyphs;
    const piece = instead ?? glyphs.text(i);
    const left = glyphs.left(i);
    const right = glyphs.right(i);
    const ink = glyphs.ink(i);
    const top = glyphs.baseline(i) - inkAscent(piece, ink) * glyphs.size(i);
    const bottom = glyphs.baseline(i) + inkDescent(piece, ink) * glyphs.size(i);
    if (this.#start < 0) {
      this.#start = this.#text.length;
      WORD.set(NO_WORD);
    }
    WORD[0] = Math.min(WORD[0] ?? 0, left);
    WORD[1] = Math.min(WORD[1] ?? 0, top);
    WORD[2] = Math.max(WORD[2] ?? 0, right);
    WORD[3] = Math.max(WORD[3] ?? 0, bottom);
    WORD[4] = Math.min(WORD[4] ?? 0, glyphs.confidence(i));
    if (piece.charCodeAt(0) >= FIRST_MARK || piece.length > 1) this.#isNarrow = false;
    this.#text.append(piece);
  }

  #appendValue(i: number): void {
    const places = this.#glyphs.words(i);
    if (places === undefined) this.#appendByLength(i);
    else this.#appendPlaced(this.#glyphs.text(i), places);
  }

  #appendPlaced(value: string, places: readonly Rect[]): void {
    this.#isNarrow = false;
    for (const [index, word] of value.split(" ").entries()) {
      if (index > 0) this.appendBlank();
      const { x0, y0, x1, y1 } = places[index] ?? NOWHERE;
      const start = this.#text.length;
      this.#text.append(word);
      this.#addWord(start, [x0, y0, x1, y1, 1]);
    }
  }

  /** The words of a value share its width in proportion to their lengths. */
  #appendByLength(i: number): void {
    const glyphs = this.#glyphs;
    const value = glyphs.text(i);
    const step = glyphs.width(i) / Math.max(1, value.length);
    const em = glyphs.size(i);
    const base = glyphs.baseline(i);
    let at = 0;
    this.#isNarrow = false;
    for (const word of value.split(" ")) {
      if (at > 0) this.appendBlank();
      const left = glyphs.left(i) + at * step;
      const start = this.#text.length;
      const top = base - em * Math.max(...Array.from(word, (character) => inkAscent(character)));
      const bottom = base + em * Math.max(...Array.from(word, (character) => inkDescent(character)));
      this.#text.append(word);
      this.#addWord(start, [left, top, left + word.length * step, bottom, 1]);
      at += word.length + 1;
    }
  }
}
