import type { Rect } from "../../page/rect.ts";
import { type Ink, USUAL_INK } from "./ink.ts";

/** The glyphs, one array for each of their properties. */
export interface GlyphArrays {
  readonly text: string[];
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: Float32Array;
  readonly size: Float32Array;
  /** Index into `inks`. */
  readonly ink: Uint16Array;
  readonly inks: readonly Ink[];
  readonly traits: Uint8Array;
  readonly confidence: Float32Array | undefined;
  /** The boxes of the words of an insert in the frame, by its index, where they are known. */
  readonly words: Map<number, readonly Rect[]>;
}

/** The glyphs of one direction in its frame: no blanks, and every text is printable. */
export class ReadingGlyphs {
  readonly count: number;
  readonly hasRightToLeft: boolean;
  readonly hasInserts: boolean;
  readonly #text: readonly string[];
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #width: Float32Array;
  readonly #size: Float32Array;
  readonly #inkIndex: Uint16Array;
  readonly #inks: readonly Ink[];
  readonly #traits: Uint8Array;
  readonly #confidence: Float32Array | undefined;
  readonly #words: ReadonlyMap<number, readonly Rect[]>;

  constructor(
    arrays: GlyphArrays,
    count: number,
    has: { readonly rightToLeft: boolean; readonly inserts: boolean },
  ) {
    this.#text = arrays.text;
    this.#x = arrays.x;
    this.#y = arrays.y;
    this.#width = arrays.width;
    this.#size = arrays.size;
    this.#inkIndex = arrays.ink;
    this.#inks = arrays.inks;
    this.#traits = arrays.traits;
    this.#confidence = arrays.confidence;
    this.#words = arrays.words;
    this.count = count;
    this.hasRightToLeft = has.rightToLeft;
    this.hasInserts = has.inserts;
  }

  text(i: number): string {
    return this.#text[i] ?? "";
  }

  /** Left end of the advance. */
  left(i: number): number {
    return this.#x[i] ?? 0;
  }

  right(i: number): number {
    return (this.#x[i] ?? 0) + (this.#width[i] ?? 0);
  }

  width(i: number): number {
    return this.#width[i] ?? 0;
  }

  baseline(i: number): number {
    return this.#y[i] ?? 0;
  }

  size(i: number): number {
    return this.#size[i] ?? 0;
  }

  /** How certain a recogniser was of it, 0 to 1; 1 for what the document itself says. */
  confidence(i: number): number {
    return this.#confidence?.[i] ?? 1;
  }

  /** How far the letters of its font reach. */
  ink(i: number): Ink {
    return this.#inks[this.#inkIndex[i] ?? 0] ?? USUAL_INK;
  }

  /** The boxes of an insert's words in the frame, where they are known. */
  words(i: number): readonly Rect[] | undefined {
    return this.#words.get(i);
  }

  /** Whether it has any of the `TRAIT` flags. */
  has(i: number, traits: number): boolean {
    return ((this.#traits[i] ?? 0) & traits) !== 0;
  }
}

export const TRAIT = {
  /** A blank glyph came before it. */
  AFTER_BLANK: 1,
  /** An insert of one word, such as "[X]". */
  MARK: 2,
  /** An insert of one or more words. */
  VALUE: 4,
  /** A drawn hyphen that stands only at the end of a line. */
  SOFT_HYPHEN: 8,
  /** Nobody sees it: invisible, clipped away, or white on white. */
  HIDDEN: 16,
} as const;
