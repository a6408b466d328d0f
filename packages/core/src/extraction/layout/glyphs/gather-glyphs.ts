import { hasMarksOnLetters } from "../../page/asian-scripts.ts";
import { type FontFacts, GLYPH, type PageContent } from "../../page/page-content.ts";
import { UNTAGGED } from "../../page/page-tags.ts";
import { accented, isAccent, isStroke } from "./accents.ts";
import { cellsOf, isBlank, isJoiner, isRightToLeft, printable, takesJoiners } from "./characters.ts";
import type { Direction } from "../directions/directions.ts";
import { type DropCap, dropCapsOf } from "./drop-caps.ts";
import { faceOf } from "./faces.ts";
import { boxInFrame, type Frame } from "../directions/frame.ts";
import { type Ink, inkOf } from "./ink.ts";
import type { Insert } from "./insert.ts";
import { baselineOf } from "./insert-baselines.ts";
import { type GlyphArrays, ReadingGlyphs, TRAIT } from "./reading-glyphs.ts";

const SOFT_HYPHEN = "\u00ad";

const UNSEEN = GLYPH.INVISIBLE | GLYPH.CLIPPED | GLYPH.ON_WHITE;

/** Least width of an insert, in points. */
const LEAST_WIDTH = 0.1;

/** Smaller and larger glyphs, in points, are not readable text. */
const SMALLEST = 0.5;
const LARGEST = 2000;

/** From the top centre of a vertical-writing glyph to the baseline of its em square, in fractions of the size. */
const VERTICAL_BASELINE = 0.38;

/** Largest distance between the centres of an accent and its letter, in fractions of the size. */
const ON_LETTER = 0.2;

/** Least width of a soft hyphen that is drawn, in fractions of the size; fonts map plain hyphens to it, too. */
const LEAST_HYPHEN = 0.1;

/** Largest advance of a mark over or under letters, and how far before the end of a letter it is put, in sizes. */
const NO_ADVANCE = 0.02;
const BEFORE_END = 0.3;

/** Mean character width in fractions of the size, if only the text of a value is known. */
const MEAN_WIDTH = 0.5;

/** Returns the glyphs of `direction` and the inserts, without the glyphs that inserts replace. */
export function readingGlyphs(
  content: PageContent,
  direction: Direction,
  { inserts, replaced }: { readonly inserts: readonly Insert[]; readonly replaced: ReadonlySet<number> },
): ReadingGlyphs {
  const builder = new GlyphBuilder(content, direction.frame, direction.glyphs.length + inserts.length);
  builder.copy(replaced.size === 0 ? direction.glyphs : direction.glyphs.filter((i) => !replaced.has(i)));
  builder.settle(dropCapsOf(builder.finish()));
  const drawn = builder.finish();
  for (const insert of inserts) builder.add(insert, baselineOf(insert, direction.frame, drawn));
  return builder.finish();
}

const INKS = new WeakMap<FontFacts, Ink>();

/** Cached, because the pages of a document share its fonts. */
function inkOfFont(font: FontFacts): Ink {
  const known = INKS.get(font);
  if (known !== undefined) return known;
  const ink = inkOf(faceOf(font));
  INKS.set(font, ink);
  return ink;
}

/** Four 4-byte numbers, a 2-byte index and the traits. */
const BYTES_PER_GLYPH = 19;

class GlyphBuilder {
  readonly #content: PageContent;
  readonly #frame: Frame;
  readonly #isVertical: readonly boolean[];
  readonly #arrays: GlyphArrays;
  #count = 0;
  #hasRightToLeft = false;
  #hasInserts = false;
  /** `TRAIT.AFTER_BLANK` if the previous glyph is blank. */
  #blank = 0;
  /** The previous glyph is an accent that may belong to the next one. */
  #wasAccent = false;

  constructor(content: PageContent, frame: Frame, capacity: number) {
    this.#content = content;
    this.#frame = frame;
    this.#isVertical = content.fonts.map((font) => font.vertical);
    // One buffer for all columns, because allocation is slow and happens for each page.
    const buffer = new ArrayBuffer(capacity * BYTES_PER_GLYPH);
    const column = (index: number): Float32Array => new Float32Array(buffer, 4 * index * capacity, capacity);
    this.#arrays = {
      text: Array<string>(capacity),
      x: column(0),
      y: column(1),
      width: column(2),
      size: column(3),
      ink: new Uint16Array(buffer, 16 * capacity, capacity).fill(content.fonts.length),
      inks: content.fonts.map(inkOfFont),
      traits: new Uint8Array(buffer, 18 * capacity, capacity),
      confidence: content.glyphs.confidence && new Float32Array(capacity).fill(1),
      marked: content.glyphs.marked && new Int32Array(capacity).fill(UNTAGGED),
      words: new Map(),
    };
  }

  /** Copies the page's glyphs with these indices, in order. */
  copy(indices: Int32Array): void {
    const { text, flags } = this.#content.glyphs;
    this.#blank = 0;
    this.#wasAccent = false;
    for (let k = 0; k < indices.length; k++) {
      const i = indices[k] ?? 0;
      const raw = text[i] ?? "";
      const flag = flags[i] ?? 0;
      const hidden = (flag & UNSEEN) === 0 ? 0 : TRAIT.HIDDEN;
      if (!this.#wasAccent && isPlainGlyph(flag, raw)) this.#takePlain(i, raw, hidden);
      else this.#take(i, raw, hidden);
    }
  }

  /** Like `#take`, for text that needs no conversion and joins with nothing. */
  #takePlain(i: number, text: string, hidden: number): void {
    const height = this.#content.glyphs.size[i] ?? 0;
    if (!isReadable(height)) return;
    this.#write(text, height, this.#blank + hidden);
    this.#place(i, height);
    this.#count++;
    this.#blank = 0;
  }

  #take(i: number, raw: string, hidden: number): void {
    const { advance, flags, size } = this.#content.glyphs;
    if (isBlankGlyph(flags[i] ?? 0, raw)) {
      this.#blank = TRAIT.AFTER_BLANK;
      return;
    }
    const own = raw === SOFT_HYPHEN ? "-" : printable(raw);
    const height = size[i] ?? 0;
    if (own === "") this.#addJoiner(i, raw);
    if (own === "" || !isReadable(height)) return;
    const isUndrawn = raw === SOFT_HYPHEN && (advance[i] ?? 0) < LEAST_HYPHEN * height;
    const hyphen = isUndrawn ? TRAIT.UNDRAWN_HYPHEN : 0;
    this.#append(own, height, this.#blank + hyphen + hidden);
    this.#place(i, height);
    this.#settleMark(own, height);
    this.#blank = 0;
    const isOwn = isAccent(own);
    const isJoined = (isOwn || this.#wasAccent) && this.#joinsPrevious(isOwn);
    if (!isJoined) this.#count++;
    this.#wasAccent = isOwn && !isJoined;
  }

  /** Adds a joiner to the glyph before it; a right-to-left text may be drawn from left to right. */
  #addJoiner(i: number, joiner: string): void {
    if (!isJoiner(joiner)) return;
    const { text, x } = this.#arrays;
    const before = text[this.#count - 1];
    if (before === undefined || this.#blank !== 0 || !takesJoiners(before)) return;
    const isBackwards =
      isRightToLeft(before) && (this.#content.glyphs.x[i] ?? 0) >= (x[this.#count - 1] ?? 0);
    text[this.#count - 1] = isBackwards ? joiner + before : before + joiner;
  }

  /**
   * Moves a mark without an advance to the end of the glyph before it: it is drawn over or under the letters, and read
   * after what was drawn before it.
   */
  #settleMark(mark: string, size: number): void {
    const { x, y, width } = this.#arrays;
    const at = this.#count;
    if (at === 0 || !hasMarksOnLetters(mark) || (width[at] ?? 0) > NO_ADVANCE * size) return;
    const before = x[at - 1] ?? 0;
    const end = before + (width[at - 1] ?? 0);
    const isNear = Math.abs((x[at] ?? 0) - end) < size && Math.abs((y[at] ?? 0) - (y[at - 1] ?? 0)) < size;
    if (!isNear) return;
    x[at] = Math.max(before, end - BEFORE_END * size);
    y[at] = y[at - 1] ?? 0;
    width[at] = 0;
  }

  /** Merges an accent with its letter, whichever was drawn first. */
  #joinsPrevious(isAccentLast: boolean): boolean {
    const { text, x, width, size } = this.#arrays;
    const at = this.#count;
    if (at === 0) return false;
    const [letter, accent] = isAccentLast ? [at - 1, at] : [at, at - 1];
    const halves = isStroke(text[accent] ?? "") ? 0 : 0.5;
    const middle = (k: number): number => (x[k] ?? 0) + (width[k] ?? 0) * halves;
    const isAbove = Math.abs(middle(letter) - middle(accent)) < ON_LETTER * (size[letter] ?? 0);
    const joined = isAbove ? accented(text[letter] ?? "", text[accent] ?? "") : undefined;
    if (joined === undefined) return false;
    for (const values of [x, width, size, this.#arrays.y]) values[at - 1] = values[letter] ?? 0;
    text[at - 1] = joined;
    return true;
  }

  /** Moves drop caps to their first line. */
  settle(caps: readonly DropCap[]): void {
    const { y: baselines, size: sizes, width: widths } = this.#arrays;
    for (const { glyph, y, size, width } of caps) {
      baselines[glyph] = y;
      sizes[glyph] = size;
      widths[glyph] = width;
    }
  }

  add(insert: Insert, { size, y }: { readonly size: number; readonly y: number }): void {
    const { x0, x1 } = boxInFrame(this.#frame, insert.box);
    const fillsBox = insert.kind === "mark" || insert.words !== undefined;
    const natural = fillsBox ? x1 - x0 : MEAN_WIDTH * size * cellsOf(insert.text);
    const { x, y: baselines, width } = this.#arrays;
    this.#hasInserts = true;
    if (insert.words !== undefined) {
      this.#arrays.words.set(
        this.#count,
        insert.words.map((box) => boxInFrame(this.#frame, box)),
      );
    }
    this.#append(insert.text, size, insert.kind === "mark" ? TRAIT.MARK : TRAIT.VALUE);
    x[this.#count] = x0;
    baselines[this.#count] = y;
    width[this.#count] = Math.max(LEAST_WIDTH, Math.min(natural, x1 - x0));
    this.#count++;
  }

  finish(): ReadingGlyphs {
    const has = { rightToLeft: this.#hasRightToLeft, inserts: this.#hasInserts };
    return new ReadingGlyphs(this.#arrays, this.#count, has);
  }

  #append(text: string, size: number, traits: number): void {
    this.#hasRightToLeft ||= isRightToLeft(text);
    this.#write(text, size, traits);
  }

  #write(text: string, size: number, traits: number): void {
    const at = this.#count;
    this.#arrays.text[at] = text;
    this.#arrays.size[at] = size;
    this.#arrays.traits[at] = traits;
  }

  #place(i: number, size: number): void {
    const { glyphs } = this.#content;
    const { cos, sin } = this.#frame;
    const x = glyphs.x[i] ?? 0;
    const y = glyphs.y[i] ?? 0;
    const lowered = this.#isVertical[glyphs.font[i] ?? 0] === true ? VERTICAL_BASELINE * size : 0;
    const at = this.#count;
    this.#arrays.x[at] = x * cos + y * sin;
    this.#arrays.y[at] = y * cos - x * sin + lowered;
    this.#arrays.width[at] = glyphs.advance[i] ?? 0;
    this.#arrays.ink[at] = glyphs.font[i] ?? 0;
    if (this.#arrays.marked) this.#arrays.marked[at] = glyphs.marked?.[i] ?? UNTAGGED;
    if (this.#arrays.confidence) this.#arrays.confidence[at] = glyphs.confidence?.[i] ?? 1;
  }
}

function isReadable(size: number): boolean {
  return size >= SMALLEST && size <= LARGEST;
}

/** Whether the text is a printable ASCII character, as most are, other than "`", which may be an accent. */
function isPlainGlyph(flags: number, text: string): boolean {
  if (text.length !== 1 || (flags & GLYPH.BLANK) !== 0) return false;
  const code = text.charCodeAt(0);
  return code > 0x20 && code < 0x7f && code !== 0x60;
}

function isBlankGlyph(flags: number, text: string): boolean {
  return (flags & GLYPH.BLANK) !== 0 || (text !== "" && isBlank(text));
}
