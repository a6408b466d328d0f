import { GLYPH, type FontFacts, type Glyphs } from "../../page/page-content.ts";
import { MAX_GLYPHS } from "./budgets.ts";

const FIRST_CAPACITY = 4096;

/** `Glyphs.font` is 16 bits wide; a page with more fonts shows the rest in the last one's name. */
const MAX_FONTS = 0xffff;

/** A font by its identity, with what a page says about it. */
interface WrittenFont {
  readonly facts: FontFacts;
}

/** Collects the glyphs of one page. The arrays grow; write at `count`, after `reserve`, and count up. */
export class GlyphWriter {
  count = 0;
  readonly text: string[] = [];
  x = new Float32Array(FIRST_CAPACITY);
  y = new Float32Array(FIRST_CAPACITY);
  advance = new Float32Array(FIRST_CAPACITY);
  angle = new Float32Array(FIRST_CAPACITY);
  size = new Float32Array(FIRST_CAPACITY);
  font = new Uint16Array(FIRST_CAPACITY);
  flags = new Uint8Array(FIRST_CAPACITY);
  readonly fonts: FontFacts[] = [];
  /** Glyphs were left out because there were too many. */
  overflowed = false;
  readonly #fontIndexes = new Map<WrittenFont, number>();

  /** Makes room for one more glyph; false when the page has as many as it may have. */
  reserve(): boolean {
    if (this.count < this.x.length) return true;
    if (this.count >= MAX_GLYPHS) {
      this.overflowed = true;
      return false;
    }
    const capacity = Math.min(this.x.length * 2, MAX_GLYPHS);
    this.x = grown(this.x, capacity);
    this.y = grown(this.y, capacity);
    this.advance = grown(this.advance, capacity);
    this.angle = grown(this.angle, capacity);
    this.size = grown(this.size, capacity);
    const { font, flags } = this;
    this.font = new Uint16Array(capacity);
    this.font.set(font);
    this.flags = new Uint8Array(capacity);
    this.flags.set(flags);
    return true;
  }

  indexOf(font: WrittenFont): number {
    const known = this.#fontIndexes.get(font);
    if (known !== undefined) return known;
    const index = Math.min(this.fonts.length, MAX_FONTS);
    this.fonts[index] = font.facts;
    this.#fontIndexes.set(font, index);
    return index;
  }

  /** Replaces the text of the glyph at `index`. */
  rewrite(index: number, text: string): void {
    this.text[index] = text;
    const flags = (this.flags[index] ?? 0) & ~(GLYPH.BLANK | GLYPH.UNMAPPED);
    this.flags[index] = text !== "" && text.trim() === "" ? flags | GLYPH.BLANK : flags;
  }

  /** Adds a flag to all glyphs from `first` on. */
  flagFrom(first: number, flag: number): void {
    for (let i = first; i < this.count; i++) this.flags[i] = (this.flags[i] ?? 0) | flag;
  }

  /** Takes back all glyphs from `count` on. */
  takeBack(count: number): void {
    this.count = count;
  }

  finish(): Glyphs {
    const { count, text, x, y, advance, angle, size, font, flags } = this;
    return { count, text, x, y, advance, angle, size, font, flags };
  }
}

function grown(array: Float32Array<ArrayBuffer>, capacity: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(capacity);
  larger.set(array);
  return larger;
}
