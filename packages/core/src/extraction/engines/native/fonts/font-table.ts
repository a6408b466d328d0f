import type { FontFacts } from "../../../page/page-content.ts";
import { GLYPH } from "../../../page/page-content.ts";
import type { CMap, CodeReading, CoreGlyph, Font } from "../generated/pdfjs-core.mjs";
import { isArbitraryName, textOfGlyphName, textOfGlyphNumber, textOfNumberedName } from "./glyph-names.ts";
import { type GlyphText, glyphTextOf } from "./glyph-text.ts";

/** What showing one character code means. */
export interface CodeFacts {
  readonly text: string;
  /** Advance along the writing direction as a fraction of the font size; positive in vertical writing, too. */
  readonly width: number;
  /** Word spacing applies: the single-byte code 32. */
  readonly takesWordSpacing: boolean;
  /** A combining mark: it moves the text on by its width but covers no advance of its own. */
  readonly combining: boolean;
  /** `GLYPH.BLANK`, `GLYPH.UNMAPPED` or 0. */
  readonly flags: number;
}

/** A width outside of this is damage; wide rules and leaders drawn as glyphs stay far below. */
const MAX_WIDTH = 100;

/** Heights for fonts that do not tell theirs: about those of Helvetica and Times. */
const DEFAULT_ASCENT = 0.75;
const DEFAULT_DESCENT = -0.25;

/** What a code reads as that nothing tells about, where it is no character to print. */
const UNKNOWN = "\uFFFD";

const CONTROL = /^\p{Cc}$/u;
const COMBINING = /^\p{Mn}$/u;
const ALL_BLANK = /^\s+$/u;

/** What is no text at all, and what a map gives besides for ligatures that it does not know. */
const NOTHING = /^[\p{Cc}\uFFFD]*$/u;
const BLANK_OR_PRIVATE = /^[\s\p{Co}]$/u;

/** Names of glyphs that are several letters in one. */
const LIGATURE = /^(?:ff|fi|fl|ffi|ffl|fj|st|longst|[a-z](?:_[a-z])+)(?:\.|$)/iu;

/** The first character that combines with another. */
const FIRST_MARK = 0x300;

/** Ends and tabs of lines, which programs write into simple fonts that have no glyphs for them. */
const LINE_CONTROLS: ReadonlySet<number> = new Set([0, 9, 10, 13]);

/** Codes and what they show, for one font, remembered as they are met. */
export class FontTable {
  readonly facts: FontFacts;
  readonly vertical: boolean;
  /** Size of an em on the page for a font size of 1. */
  readonly emScale: number;
  /** Bytes per code where all codes have the same length; 0 where the character map decides. */
  readonly codeLength: 0 | 1 | 2;
  readonly #single: (CodeFacts | undefined)[] = [];
  readonly #composite = new Map<number, CodeFacts>();
  readonly #unitsPerEm: number;
  readonly #reading: CodeReading = { charcode: 0, length: 0 };
  readonly #font: Font;
  /** Null where it could not be read, undefined where nobody asked yet. */
  #program: Font | null | undefined;
  #glyphText: GlyphText | undefined;

  constructor(font: Font) {
    this.#font = font;
    this.vertical = font.vertical === true;
    this.codeLength = codeLengthOf(font.cMap);
    this.#unitsPerEm = 1 / (finite(font.fontMatrix?.[0]) || 0.001);
    this.emScale = emScaleOf(font);
    this.facts = {
      name: font.name,
      ...heightsOf(font),
      ...capHeightOf(font),
      vertical: this.vertical,
    };
  }

  /** Facts of a code of the one length that this font's codes have. */
  code(code: number): CodeFacts {
    if (this.codeLength === 1) return (this.#single[code] ??= this.#factsOf(code, code === 32));
    const known = this.#composite.get(code);
    if (known !== undefined) return known;
    const facts = this.#factsOf(code, false);
    this.#composite.set(code, facts);
    return facts;
  }

  /** Facts of the code at `offset`, and how many bytes it takes, where the character map decides about lengths. */
  codeAt(bytes: Uint8Array, offset: number): { readonly facts: CodeFacts; readonly length: number } {
    const next = String.fromCharCode(...bytes.subarray(offset, offset + 4));
    this.#font.cMap?.readCharCode(next, 0, this.#reading);
    const { charcode, length } = this.#reading;
    const facts =
      length === 1 && charcode === 32 ? (this.#single[32] ??= this.#factsOf(32, true)) : this.code(charcode);
    return { facts, length: Math.max(1, length) };
  }

  #factsOf(code: number, takesWordSpacing: boolean): CodeFacts {
    const glyph = this.#font._charToGlyph(code, takesWordSpacing);
    const { text, flags } = this.#textOf(code, glyph.unicode);
    return {
      text,
      width: this.#widthOf(glyph),
      takesWordSpacing,
      combining:
        !isPlain(text) &&
        (text === glyph.unicode ? glyph.category.isZeroWidthDiacritic : COMBINING.test(text)),
      flags: ALL_BLANK.test(text) ? flags | GLYPH.BLANK : flags,
    };
  }

  /** The text of a code; `guess` is what pdf.js makes of it where nothing tells. */
  #textOf(code: number, guess: string): Pick<CodeFacts, "text" | "flags"> {
    const font = this.#font;
    const name = this.#nameOf(code);
    if (this.#isDeclared(code, name) && !isControlByName(font, guess))
      return { text: this.#declaredText(code, name, guess), flags: 0 };
    const text = textOfGlyphName(name || this.#encodedName(code)) || this.#programText(code);
    if (text !== undefined) return { text, flags: 0 };
    const isInk = font.composite === true || name !== "" || !LINE_CONTROLS.has(code);
    if (font.missingFile || !isInk || name === ".notdef") return { text: guess, flags: 0 };
    const better = font.composite === true ? this.#numberText(code) : textOfNumberedName(name);
    return { text: better ?? bareText(code, guess), flags: GLYPH.UNMAPPED };
  }

  /** What the map gives, or the glyph's name or the program where that is nothing, or a blank for a ligature. */
  #declaredText(code: number, name: string, guess: string): string {
    if (code === 32 || !mayBeLost(guess)) return guess;
    const known = name || this.#encodedName(code);
    if (LIGATURE.test(known)) return textOfGlyphName(known) || guess;
    return NOTHING.test(guess) ? textOfGlyphName(known) || (this.#programText(code) ?? guess) : guess;
  }

  #nameOf(code: number): string {
    return this.#font.differences.get(code) ?? this.#font.builtInEncoding?.[code] ?? "";
  }

  /** The name that the encoding of a font without a program gives to a code. */
  #encodedName(code: number): string {
    const { missingFile, composite, isType3Font, defaultEncoding } = this.#font;
    const isEncoded = missingFile && composite !== true && isType3Font !== true;
    return isEncoded ? (defaultEncoding?.[code] ?? "") : "";
  }

  /** The dictionaries say what a code reads as. */
  #isDeclared(code: number, name: string): boolean {
    const { hasToUnicode, composite, toUnicode, glyphNames } = this.#font;
    if (composite === true) return glyphNames === undefined || (hasToUnicode && toUnicode.has(code));
    return code === 32 || (toUnicode.has(code) && (hasToUnicode || !isArbitraryName(name)));
  }

  /** What the embedded program says of a code that the dictionaries leave open. */
  #programText(code: number): string | undefined {
    const { glyphNames, program } = this.#font;
    if (glyphNames) {
      const glyph = this.#glyphOf(code);
      this.#glyphText ??= glyphTextOf(glyphNames.file);
      return glyph === undefined ? undefined : this.#glyphText(glyph);
    }
    if (!program) return undefined;
    if (this.#program === undefined) this.#program = readProgram(program);
    return this.#program?.toUnicode.has(code) ? this.#program._charToGlyph(code, false).unicode : undefined;
  }

  /** A guess from the glyph's number, where the document has not numbered the glyphs anew. */
  #numberText(code: number): string | undefined {
    if (this.#font.glyphNames?.cidToGidMap) return undefined;
    const glyph = this.#glyphOf(code);
    return glyph === undefined ? undefined : textOfGlyphNumber(glyph);
  }

  /** The number of the glyph that a code of a composite font shows. */
  #glyphOf(code: number): number | undefined {
    const { cMap, glyphNames } = this.#font;
    const cid = cMap?.lookup(code) ?? code;
    if (typeof cid !== "number") return undefined;
    return glyphNames?.cidToGidMap ? (glyphNames.cidToGidMap.get(cid) ?? 0) : cid;
  }

  #widthOf(glyph: CoreGlyph): number {
    const units = this.vertical ? -(glyph.vmetric?.[0] ?? -this.#unitsPerEm) : (glyph.width ?? 0);
    const width = finite(units) / this.#unitsPerEm;
    return Math.max(-MAX_WIDTH, Math.min(MAX_WIDTH, width));
  }
}

/** Whether it is one character that stands by itself: nearly every text is, and pdf.js takes long to tell. */
function isPlain(text: string): boolean {
  return text.length === 1 && text.charCodeAt(0) < FIRST_MARK;
}

/** Whether a map's text may stand for a glyph that it leaves out. */
function mayBeLost(text: string): boolean {
  return (
    (text.length !== 1 || text <= " " || text > "~") && (NOTHING.test(text) || BLANK_OR_PRIVATE.test(text))
  );
}

/** Names such as "CR", which some programs give to letters, too. */
function isControlByName({ hasToUnicode, composite }: Font, text: string): boolean {
  return !hasToUnicode && composite !== true && CONTROL.test(text);
}

/** A code as the character that it is, if it is one. */
function bareText(code: number, guess: string): string {
  if (!CONTROL.test(guess)) return guess;
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : UNKNOWN;
}

/** A program that is damaged or too large tells nothing. */
function readProgram(program: () => Font): Font | null {
  try {
    return program();
  } catch {
    return null;
  }
}

function codeLengthOf(cMap: CMap | undefined): 0 | 1 | 2 {
  if (!cMap) return 1;
  const [one, two, three, four] = cMap.codespaceRanges.map((ranges) => ranges.length > 0);
  const onlyTwo = two === true && one === false && three === false && four === false;
  return onlyTwo && coversAllPairs(cMap.codespaceRanges[1] ?? []) ? 2 : 0;
}

function coversAllPairs([low, high]: readonly number[]): boolean {
  return low === 0 && high === 0xffff;
}

/** An em in multiples of the mean advance of a font's glyphs: about that of Helvetica and Times. */
const EM_PER_ADVANCE = 2;

/**
 * An em is never lower than this many mean advances, and hardly ever higher than this many: the letters of narrow faces
 * are a third of an em wide.
 */
const LEAST_ADVANCES = 0.5;
const MOST_ADVANCES = 6;

/** No box is higher than its letters by more than this: widths that say so are no widths of letters. */
const MOST_TOO_HIGH = 50;

/**
 * A Type 3 font draws in units of its own matrix, and its font size may be anything; the height of its bounding box
 * is the best measure of an em that it has. Some give any box: one that is too flat or too high for the glyphs' advances
 * tells nothing, and no more do the usual thousandths where letters are a fraction of them.
 */
function emScaleOf(font: Font): number {
  if (font.isType3Font !== true) return 1;
  const unit = Math.abs(finite(font.fontMatrix?.[3]));
  const height = Math.abs(finite(font.bbox?.[3]) - finite(font.bbox?.[1]));
  const declared = unit === 0 || unit === 0.001 ? 1000 : height;
  const advance = meanAdvance(font);
  const fits = declared > LEAST_ADVANCES * advance && (advance === 0 || declared < MOST_ADVANCES * advance);
  const em = fits ? declared : Math.max(advance * EM_PER_ADVANCE, declared / MOST_TOO_HIGH);
  return em > 0 ? (unit || 0.001) * em : 1;
}

function meanAdvance({ widths }: Font): number {
  const advances = Object.values(widths).map((width) => Math.abs(finite(width)));
  const wide = advances.filter((advance) => advance > 0);
  return wide.length === 0 ? 0 : wide.reduce((sum, advance) => sum + advance, 0) / wide.length;
}

function heightsOf(font: Font): { ascent: number; descent: number } {
  const ascent = finite(font.ascent);
  const descent = -Math.abs(finite(font.descent));
  return {
    ascent: ascent > 0.2 && ascent < 2 ? ascent : DEFAULT_ASCENT,
    descent: descent < 0 && descent > -1 ? descent : DEFAULT_DESCENT,
  };
}

/** Outside of these, what a font says of the height of its capitals is no such height. */
const LOWEST_CAPITALS = 0.5;
const HIGHEST_CAPITALS = 0.9;

function capHeightOf(font: Font): { capHeight?: number } {
  const capHeight = finite(font.capHeight);
  return capHeight > LOWEST_CAPITALS && capHeight < HIGHEST_CAPITALS ? { capHeight } : {};
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
