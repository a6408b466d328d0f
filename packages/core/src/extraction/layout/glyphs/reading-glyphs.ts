import { UNTAGGED } from "../../page/page-tags.ts";
import type { Rect } from "../../geometry/rect.ts";
import { type Ink, USUAL_INK } from "./ink.ts";

/** The glyphs, one array per property. */
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
  /** As `Glyphs.marked`; `UNTAGGED` for inserts. */
  readonly marked: Int32Array | undefined;
  /** The word boxes of inserts in the frame, by insert index, if known. */
  readonly words: Map<number, readonly Rect[]>;
}

/** The glyphs of one direction in its frame, without blanks; every text is printable. */
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
  readonly #marked: Int32Array | undefined;
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
    this.#marked = arrays.marked;
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

  /** Confidence of recognition, 0 to 1; 1 for native text. */
  confidence(i: number): number {
    return this.#confidence?.[i] ?? 1;
  }

  /** Its marked content, as `Glyphs.marked`. */
  marked(i: number): number {
    return this.#marked?.[i] ?? UNTAGGED;
  }

  /** The ink extents of its font. */
  ink(i: number): Ink {
    return this.#inks[this.#inkIndex[i] ?? 0] ?? USUAL_INK;
  }

  /** Index of its font in the page's fonts; their number for an insert. */
  font(i: number): number {
    return this.#inkIndex[i] ?? 0;
  }

  /** The word boxes of an insert in the frame, if known. */
  words(i: number): readonly Rect[] | undefined {
    return this.#words.get(i);
  }

  /** Whether it has any of the `TRAIT` flags. */
  has(i: number, traits: number): boolean {
    return ((this.#traits[i] ?? 0) & traits) !== 0;
  }
}

export const TRAIT = {
  /** It follows a blank glyph. */
  AFTER_BLANK: 1,
  /** An insert of one word, such as "[X]". */
  MARK: 2,
  /** An insert of one or more words. */
  VALUE: 4,
  /** A soft hyphen without width: a hyphen only at the end of a line. */
  UNDRAWN_HYPHEN: 8,
  /** Not visible: invisible render mode, clipped away, or white on white. */
  HIDDEN: 16,
} as const;
