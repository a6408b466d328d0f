import { type FontFacts, GLYPH, type Glyphs, type PageContent } from "../../page/page-content.ts";
import { isWide } from "../../page/wide-characters.ts";
import { drawnCharacters } from "../../page/visual-order.ts";
import type { PlacedWord } from "./placed-word.ts";

const FONT: FontFacts = {
  name: "recognised",
  ascent: 0.75,
  descent: -0.25,
  vertical: false,
  recognised: true,
};

/** Returns the page with `words` as its only glyphs. */
export function withWordsOnly(content: PageContent, words: readonly PlacedWord[]): PageContent {
  const glyphs = new GlyphArrays(0, lengthOf(words));
  glyphs.addWords(words, 0);
  return { ...content, fonts: [FONT], glyphs: glyphs.finish() };
}

/** Returns the page with `words` after its own glyphs. */
export function withWordsAdded(content: PageContent, words: readonly PlacedWord[]): PageContent {
  const glyphs = new GlyphArrays(content.glyphs.count, lengthOf(words));
  glyphs.copy(content.glyphs);
  glyphs.addWords(words, content.fonts.length);
  return { ...content, fonts: [...content.fonts, FONT], glyphs: glyphs.finish() };
}

/** Maximum number of glyphs of the words: one per character and one blank per word. */
function lengthOf(words: readonly PlacedWord[]): number {
  return words.reduce((sum, word) => sum + word.text.length + 1, 0);
}

class GlyphArrays {
  readonly #text: string[] = [];
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #advance: Float32Array;
  readonly #angle: Float32Array;
  readonly #size: Float32Array;
  readonly #font: Uint16Array;
  readonly #flags: Uint8Array;
  readonly #confidence: Float32Array;

  constructor(own: number, added: number) {
    const capacity = own + added;
    this.#x = new Float32Array(capacity);
    this.#y = new Float32Array(capacity);
    this.#advance = new Float32Array(capacity);
    this.#angle = new Float32Array(capacity);
    this.#size = new Float32Array(capacity);
    this.#font = new Uint16Array(capacity);
    this.#flags = new Uint8Array(capacity);
    this.#confidence = new Float32Array(capacity).fill(1);
  }

  copy({ count, text, x, y, advance, angle, size, font, flags }: Glyphs): void {
    for (let i = 0; i < count; i++) this.#text.push(text[i] ?? "");
    this.#x.set(x.subarray(0, count));
    this.#y.set(y.subarray(0, count));
    this.#advance.set(advance.subarray(0, count));
    this.#angle.set(angle.subarray(0, count));
    this.#size.set(size.subarray(0, count));
    this.#font.set(font.subarray(0, count));
    this.#flags.set(flags.subarray(0, count));
  }

  addWords(words: readonly PlacedWord[], font: number): void {
    let previous: PlacedWord | undefined;
    for (const word of words) {
      if (previous?.line === word.line) this.#addBlank(previous, word, font);
      this.#addWord(word, font);
      previous = word;
    }
  }

  finish(): Glyphs {
    return {
      count: this.#text.length,
      text: this.#text,
      x: this.#x,
      y: this.#y,
      advance: this.#advance,
      angle: this.#angle,
      size: this.#size,
      font: this.#font,
      flags: this.#flags,
      confidence: this.#confidence,
    };
  }

  /** Splits the width by characters: the recogniser's positions of them are less reliable than the word's. */
  #addWord(word: PlacedWord, font: number): void {
    const characters = drawnCharacters(word.text);
    const widths = characters.map((text) => (isWide(text) ? 2 : 1));
    const unit = word.advance / widths.reduce((sum: number, width) => sum + width, 0);
    let at = 0;
    for (const [index, text] of characters.entries()) {
      const advance = unit * (widths[index] ?? 1);
      this.#add(word, { text, at, advance, font, flags: 0 });
      at += advance;
    }
  }

  #addBlank(before: PlacedWord, after: PlacedWord, font: number): void {
    const gap = Math.hypot(after.x - before.x, after.y - before.y) - before.advance;
    this.#add(before, { text: " ", at: before.advance, advance: Math.max(0, gap), font, flags: GLYPH.BLANK });
  }

  #add(
    word: PlacedWord,
    glyph: {
      readonly text: string;
      /** Distance from the start of the word. */
      readonly at: number;
      readonly advance: number;
      readonly font: number;
      readonly flags: number;
    },
  ): void {
    const i = this.#text.length;
    const radians = (word.angle * Math.PI) / 180;
    this.#text.push(glyph.text);
    this.#x[i] = word.x + Math.cos(radians) * glyph.at;
    this.#y[i] = word.y + Math.sin(radians) * glyph.at;
    this.#advance[i] = glyph.advance;
    this.#angle[i] = word.angle;
    this.#size[i] = word.size;
    this.#font[i] = glyph.font;
    this.#flags[i] = glyph.flags;
    this.#confidence[i] = word.confidence;
  }
}
