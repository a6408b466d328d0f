import { GLYPH, type FontFacts, type Glyphs } from "../../../page/page-content.ts";
import { MAX_GLYPHS } from "../document/budgets.ts";

const FIRST_CAPACITY = 4096;

/** Largest capacity of columns that are kept for the next page. */
const KEPT_CAPACITY = 32_768;

/** `Glyphs.font` is 16 bits wide; further fonts of a page are attributed to the last one. */
const MAX_FONTS = 0xffff;

/** A font with its properties on a page. */
interface WrittenFont {
  readonly facts: FontFacts;
}

type Columns = Pick<Glyphs, "x" | "y" | "advance" | "angle" | "size" | "font" | "flags">;

/** Four bytes per number, two for the font and one for the flags. */
const BYTES_PER_GLYPH = 23;

/** The columns and texts of the previous page, which are reused. */
let spare: (Columns & { readonly text: string[] }) | undefined;

/** Collects the glyphs of one page in growing arrays: call `reserve`, write at `count`, then increment it. */
export class GlyphWriter {
  count = 0;
  readonly text: string[];
  x: Float32Array;
  y: Float32Array;
  advance: Float32Array;
  angle: Float32Array;
  size: Float32Array;
  font: Uint16Array;
  flags: Uint8Array;
  readonly fonts: FontFacts[] = [];
  /** Glyphs were dropped because there were too many. */
  overflowed = false;
  readonly #fontIndexes = new Map<WrittenFont, number>();

  constructor() {
    const columns = spare ?? { ...columnsFor(FIRST_CAPACITY), text: [] };
    spare = undefined;
    this.text = columns.text;
    this.x = columns.x;
    this.y = columns.y;
    this.advance = columns.advance;
    this.angle = columns.angle;
    this.size = columns.size;
    this.font = columns.font;
    this.flags = columns.flags;
  }

  /** Reserves space for one more glyph; false if the page has reached its limit. */
  reserve(): boolean {
    if (this.count < this.x.length) return true;
    if (this.count >= MAX_GLYPHS) {
      this.overflowed = true;
      return false;
    }
    const larger = copied(this, this.count, Math.min(this.x.length * 2, MAX_GLYPHS));
    this.x = larger.x;
    this.y = larger.y;
    this.advance = larger.advance;
    this.angle = larger.angle;
    this.size = larger.size;
    this.font = larger.font;
    this.flags = larger.flags;
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

  /** Lets the glyph at `index` reach to the end of a later one on its line. */
  widen(index: number, other: number): void {
    const angle = ((this.angle[index] ?? 0) * Math.PI) / 180;
    const dx = (this.x[other] ?? 0) - (this.x[index] ?? 0);
    const dy = (this.y[other] ?? 0) - (this.y[index] ?? 0);
    const end = dx * Math.cos(angle) + dy * Math.sin(angle) + (this.advance[other] ?? 0);
    this.advance[index] = Math.max(this.advance[index] ?? 0, end);
  }

  /** Adds a flag to all glyphs from `first` on. */
  flagFrom(first: number, flag: number): void {
    for (let i = first; i < this.count; i++) this.flags[i] = (this.flags[i] ?? 0) | flag;
  }

  /** Removes all glyphs from `count` on. */
  takeBack(count: number): void {
    this.count = count;
  }

  /** Returns the glyphs in arrays of exact length; nothing may be written afterwards. */
  finish(): Glyphs {
    const { count, text, x, y, advance, angle, size, font, flags } = this;
    const glyphs = { count, text: text.slice(0, count), ...copied(this, count, count) };
    if (x.length <= KEPT_CAPACITY) spare = { text, x, y, advance, angle, size, font, flags };
    return glyphs;
  }
}

function columnsFor(capacity: number): Columns {
  const buffer = new ArrayBuffer(capacity * BYTES_PER_GLYPH);
  const numbers = (index: number): Float32Array => new Float32Array(buffer, 4 * index * capacity, capacity);
  return {
    x: numbers(0),
    y: numbers(1),
    advance: numbers(2),
    angle: numbers(3),
    size: numbers(4),
    font: new Uint16Array(buffer, 20 * capacity, capacity),
    flags: new Uint8Array(buffer, 22 * capacity, capacity),
  };
}

/** Copies the first `count` glyphs to columns of another capacity. */
function copied(
  { x, y, advance, angle, size, font, flags }: Columns,
  count: number,
  capacity: number,
): Columns {
  const columns = columnsFor(capacity);
  columns.x.set(x.subarray(0, count));
  columns.y.set(y.subarray(0, count));
  columns.advance.set(advance.subarray(0, count));
  columns.angle.set(angle.subarray(0, count));
  columns.size.set(size.subarray(0, count));
  columns.font.set(font.subarray(0, count));
  columns.flags.set(flags.subarray(0, count));
  return columns;
}
