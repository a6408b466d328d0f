import { type BaseDirection, logicalOrder, mirrorOf } from "./bidi.ts";
import { isRightToLeft } from "./characters.ts";
import { inkAscent, inkDescent } from "./ink.ts";
import { blankGap } from "./letter-spacing.ts";
import { type ReadingGlyphs, TRAIT } from "./reading-glyphs.ts";
import { SEGMENT_WORD } from "./segment.ts";

/** Writes a stretch of glyphs with blanks between its words, in the order in which it is read. */
export function writeStretch(
  stretch: Int32Array,
  glyphs: ReadingGlyphs,
): { readonly text: string; readonly words: readonly number[] } {
  const written = new SegmentText(glyphs);
  if (glyphs.hasRightToLeft && stretch.some((i) => isRightToLeft(glyphs.text(i)))) {
    writeLogically(stretch, glyphs, written);
  } else {
    for (const i of withBlanks(stretch, glyphs)) written.append(i, i === stretch.at(-1));
  }
  return { text: written.text, words: written.words };
}

/** The direction in which most letters are written. */
export function baseDirection(texts: Iterable<string>): BaseDirection {
  let balance = 0;
  for (const text of texts) {
    if (isRightToLeft(text)) balance++;
    else if (/^\p{L}/u.test(text)) balance--;
  }
  return balance > 0 ? "rtl" : "ltr";
}

const BLANK = -1;

/** The stretch with a `BLANK` between its words. */
function withBlanks(stretch: Int32Array, glyphs: ReadingGlyphs): Int32Array {
  const isBlank = blankGap(stretch, glyphs);
  const units = new Int32Array(2 * stretch.length);
  let count = 0;
  let end = -Infinity;
  let previous = -1;
  for (const i of stretch) {
    if (previous >= 0 && isBlank(previous, i, glyphs.left(i) - end)) units[count++] = BLANK;
    units[count++] = i;
    end = Math.max(end, glyphs.right(i));
    previous = i;
  }
  return units.subarray(0, count);
}

function writeLogically(stretch: Int32Array, glyphs: ReadingGlyphs, written: SegmentText): void {
  const units = withBlanks(stretch, glyphs);
  const texts = Array.from(units, (i) => (i === BLANK ? " " : glyphs.text(i)));
  const { order, mirrored } = logicalOrder(texts, baseDirection(texts));
  for (const unit of order) {
    const text = texts[unit] ?? "";
    written.append(units[unit] ?? BLANK, false, mirrored.has(unit) ? mirrorOf(text) : undefined);
  }
}

/** A segment's text and the places of its words, as its glyphs are appended one by one. */
class SegmentText {
  text = "";
  readonly words: number[] = [];
  readonly #glyphs: ReadingGlyphs;
  #isOpen = false;

  constructor(glyphs: ReadingGlyphs) {
    this.#glyphs = glyphs;
  }

  append(i: number, isLast: boolean, instead?: string): void {
    if (i === BLANK) {
      this.#appendBlank();
      return;
    }
    if (this.#glyphs.has(i, TRAIT.VALUE)) this.#appendValue(i);
    else if (isLast || !this.#glyphs.has(i, TRAIT.SOFT_HYPHEN)) this.#appendGlyph(i, instead);
  }

  #appendBlank(): void {
    if (this.text !== "") this.text += " ";
    this.#isOpen = false;
  }

  #appendGlyph(i: number, instead: string | undefined): void {
    const glyphs = this.#glyphs;
    const piece = instead ?? glyphs.text(i);
    const em = glyphs.size(i);
    const base = glyphs.baseline(i);
    if (!this.#isOpen) {
      this.words.push(this.text.length, 0, Infinity, Infinity, -Infinity, -Infinity);
      this.#isOpen = true;
    }
    this.text += piece;
    const { words } = this;
    const at = words.length - SEGMENT_WORD.length;
    words[at + 1] = this.text.length;
    words[at + 2] = Math.min(words[at + 2] ?? 0, glyphs.left(i));
    words[at + 3] = Math.min(words[at + 3] ?? 0, base - inkAscent(piece) * em);
    words[at + 4] = Math.max(words[at + 4] ?? 0, glyphs.right(i));
    words[at + 5] = Math.max(words[at + 5] ?? 0, base + inkDescent(piece) * em);
  }

  /** A value's words share its width by their lengths. */
  #appendValue(i: number): void {
    const glyphs = this.#glyphs;
    const value = glyphs.text(i);
    const step = glyphs.width(i) / Math.max(1, value.length);
    const em = glyphs.size(i);
    const base = glyphs.baseline(i);
    let at = 0;
    for (const word of value.split(" ")) {
      if (at > 0) this.#appendBlank();
      const left = glyphs.left(i) + at * step;
      const start = this.text.length;
      const top = base - em * Math.max(...Array.from(word, inkAscent));
      const bottom = base + em * Math.max(...Array.from(word, inkDescent));
      this.text += word;
      this.words.push(start, this.text.length, left, top, left + word.length * step, bottom);
      at += word.length + 1;
    }
  }
}
