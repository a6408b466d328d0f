import { hasMarksOnLetters } from "../../../page/asian-scripts.ts";
import type { FontFacts } from "../../../page/page-content.ts";
import { GLYPH } from "../../../page/page-content.ts";
import type { CMap, CodeReading, CoreGlyph, Font } from "../generated/pdfjs-core.mjs";
import {
  isArbitraryName,
  ligatureOfCalibri,
  textOfGlyphName,
  textOfGlyphNumber,
  textOfNumberedName,
  textOfUnlistedName,
} from "./glyph-names.ts";
import { type GlyphText, glyphTextOf } from "./glyph-text.ts";
import { texEncodingOf } from "./tex-encodings.ts";

/** The properties of one character code. */
export interface CodeFacts {
  readonly text: string;
  /** Advance along the writing direction as a fraction of the font size; also positive in vertical writing. */
  readonly width: number;
  /** Whether word spacing applies: the single-byte code 32. */
  readonly takesWordSpacing: boolean;
  /** A combining mark: it advances the text position but has no advance of its own. */
  readonly combining: boolean;
  /** `GLYPH.BLANK`, `GLYPH.UNMAPPED` or 0. */
  readonly flags: number;
}

/** Larger widths are damage; wide ruling lines and leaders drawn as glyphs stay far below. */
const MAX_WIDTH = 100;

/** Default heights, similar to Helvetica and Times. */
const DEFAULT_ASCENT = 0.75;
const DEFAULT_DESCENT = -0.25;

/** Text of an unmapped code that is not a printable character. */
const UNKNOWN = "\uFFFD";

const CONTROL = /^\p{Cc}$/u;
const COMBINING = /^\p{Mn}$/u;
const ALL_BLANK = /^\s+$/u;

/** Text that does not count: control characters and U+FFFD, which some maps contain for ligatures. */
const NOTHING = /^[\p{Cc}\uFFFD]*$/u;
const BLANK_OR_PRIVATE = /^[\s\p{Co}]$/u;

/** Glyph names of ligatures. */
const LIGATURE = /^(?:ff|fi|fl|ffi|ffl|fj|st|longst|[a-z](?:_[a-z])+)(?:\.|$)/iu;

/** The first combining character. */
const FIRST_MARK = 0x300;

/** Line ends and tabs, which some programs write into simple fonts without glyphs for them. */
const LINE_CONTROLS: ReadonlySet<number> = new Set([0, 9, 10, 13]);

/** The properties of a font's codes, cached. */
export class FontTable {
  readonly facts: FontFacts;
  readonly vertical: boolean;
  /** Size of an em on the page at font size 1. */
  readonly emScale: number;
  /** Bytes per code if all codes have the same length; 0 if the character map decides. */
  readonly codeLength: 0 | 1 | 2;
  readonly #single: (CodeFacts | undefined)[] = [];
  readonly #composite = new Map<number, CodeFacts>();
  readonly #unitsPerEm: number;
  readonly #reading: CodeReading = { charcode: 0, length: 0 };
  readonly #font: Font;
  /** Null if it cannot be read, undefined if not loaded yet. */
  #program: Font | null | undefined;
  #glyphText: GlyphText | undefined;
  #texEncoding: ReadonlyMap<number, string> | undefined;
  #areNumbers: boolean | undefined;

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

  /** Properties of a code in a font with fixed code length. */
  code(code: number): CodeFacts {
    if (this.codeLength === 1) return (this.#single[code] ??= this.#factsOf(code, code === 32));
    const known = this.#composite.get(code);
    if (known !== undefined) return known;
    const facts = this.#factsOf(code, false);
    this.#composite.set(code, facts);
    return facts;
  }

  /**
   * Properties of the code at `offset` in a string that ends at `end`, and its length in bytes, in a font with variable
   * code length.
   */
  codeAt(
    bytes: Uint8Array,
    offset: number,
    end: number,
  ): { readonly facts: CodeFacts; readonly length: number } {
    const next = String.fromCharCode(...bytes.subarray(offset, Math.min(offset + 4, end)));
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
        !hasMarksOnLetters(text) &&
        (text === glyph.unicode ? glyph.category.isZeroWidthDiacritic : COMBINING.test(text)),
      flags: ALL_BLANK.test(text) ? flags | GLYPH.BLANK : flags,
    };
  }

  /** The text of a code; `guess` is pdf.js's result for codes that the font does not map. */
  #textOf(code: number, guess: string): Pick<CodeFacts, "text" | "flags"> {
    const font = this.#font;
    const name = this.#nameOf(code);
    const unlisted = this.#calibriLigature(code, guess) ?? this.#unlistedText(code, name);
    if (unlisted !== undefined) return unlisted;
    if (this.#isDeclared(code, name) && !isControlByName(font, guess))
      return { text: this.#declaredText(code, name, guess), flags: 0 };
    const text = textOfGlyphName(name || this.#encodedName(code)) || this.#programText(code);
    if (text !== undefined) return { text, flags: 0 };
    const isInk = font.composite === true || name !== "" || !LINE_CONTROLS.has(code);
    if (font.missingFile || !isInk || name === ".notdef") return { text: guess, flags: 0 };
    const better = font.composite === true ? this.#numberText(code) : textOfNumberedName(name);
    return { text: better ?? bareText(code, guess), flags: GLYPH.UNMAPPED };
  }

  /**
   * The text from the ToUnicode map, or from the glyph name or the font program if the map has none or only a space for
   * a ligature.
   */
  #declaredText(code: number, name: string, guess: string): string {
    if (code === 32 || !mayBeLost(guess)) return guess;
    const known = name || this.#encodedName(code);
    if (LIGATURE.test(known)) return textOfGlyphName(known) || guess;
    return NOTHING.test(guess) ? textOfGlyphName(known) || (this.#programText(code) ?? guess) : guess;
  }

  /** The text of a code that pdf.js guesses wrongly: the document does not map it, and no list contains its name. */
  #unlistedText(code: number, name: string): Pick<CodeFacts, "text" | "flags"> | undefined {
    const { hasToUnicode, isType3Font, toUnicode } = this.#font;
    if (code === 32 || (hasToUnicode && toUnicode.has(code))) return undefined;
    if (isType3Font === true) this.#texEncoding ??= texEncodingOf(this.#font);
    const text = this.#texEncoding?.get(code);
    if (text !== undefined) return { text, flags: GLYPH.UNMAPPED };
    const sign = textOfUnlistedName(name);
    return sign === undefined ? undefined : { text: sign, flags: 0 };
  }

  #nameOf(code: number): string {
    return this.#font.differences.get(code) ?? this.#font.builtInEncoding?.[code] ?? "";
  }

  /** The glyph name of a code in the encoding of a font without an embedded program. */
  #encodedName(code: number): string {
    const { missingFile, composite, isType3Font, defaultEncoding } = this.#font;
    const isEncoded = missingFile && composite !== true && isType3Font !== true;
    return isEncoded ? (defaultEncoding?.[code] ?? "") : "";
  }

  /** Whether the font dictionaries define the text of a code. */
  #isDeclared(code: number, name: string): boolean {
    const { hasToUnicode, composite, toUnicode, glyphNames } = this.#font;
    if (composite === true) return glyphNames === undefined || (hasToUnicode && toUnicode.has(code));
    return code === 32 || (toUnicode.has(code) && (hasToUnicode || !isArbitraryName(name)));
  }

  /** The text from the embedded font program, for codes that the dictionaries do not map. */
  #programText(code: number): string | undefined {
    const { glyphNames, program } = this.#font;
    if (glyphNames) {
      const glyph = this.#glyphOf(code);
      this.#glyphText ??= glyphTextOf(() => glyphNames.file.getBytes());
      return glyph === undefined ? undefined : this.#glyphText(glyph);
    }
    if (!program) return undefined;
    if (this.#program === undefined) this.#program = readProgram(program);
    return this.#program?.toUnicode.has(code) ? this.#program._charToGlyph(code, false).unicode : undefined;
  }

  /**
   * A guess from the glyph number, if the document has not renumbered the glyphs; no text if its codes are no characters.
   */
  #numberText(code: number): string | undefined {
    const glyph = this.#font.glyphNames?.cidToGidMap ? undefined : this.#glyphOf(code);
    const text = glyph === undefined ? undefined : textOfGlyphNumber(glyph);
    return text ?? (this.#hasGlyphNumbers() ? UNKNOWN : undefined);
  }

  #calibriLigature(code: number, guess: string): Pick<CodeFacts, "text" | "flags"> | undefined {
    if (this.#font.composite !== true) return undefined;
    const glyph = this.#glyphOf(code);
    if (glyph === undefined || guess !== String.fromCharCode(glyph)) return undefined;
    const text = ligatureOfCalibri(this.#font.name, glyph);
    return text === undefined ? undefined : { text, flags: 0 };
  }

  /** Whether the codes of a composite font are no characters, by the codes that its map has. */
  #hasGlyphNumbers(): boolean {
    const { composite, hasToUnicode, toUnicode } = this.#font;
    if (composite !== true || !hasToUnicode) return false;
    this.#areNumbers ??= !mapsToItself(toUnicode);
    return this.#areNumbers;
  }

  /** The glyph number of a code in a composite font. */
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

/** Fast path: nearly every text is a single plain character, which pdf.js classifies slowly. */
function isPlain(text: string): boolean {
  return text.length === 1 && text.charCodeAt(0) < FIRST_MARK;
}

/** Whether a map has most of the printable ASCII codes that it contains as the characters with these codes. */
function mapsToItself(map: Font["toUnicode"]): boolean {
  let same = 0;
  let all = 0;
  for (let code = 0x21; code < 0x7f; code++) {
    if (!map.has(code)) continue;
    all++;
    if (map.get(code) === String.fromCharCode(code)) same++;
  }
  return 2 * same > all;
}

/** Whether the mapped text may be a placeholder for a glyph that the map omits. */
function mayBeLost(text: string): boolean {
  return (
    (text.length !== 1 || text <= " " || text > "~") && (NOTHING.test(text) || BLANK_OR_PRIVATE.test(text))
  );
}

/** Whether the name is a control character's, such as "CR"; some programs give these to letters, too. */
function isControlByName({ hasToUnicode, composite }: Font, text: string): boolean {
  return !hasToUnicode && composite !== true && CONTROL.test(text);
}

/** The code itself as a character, if it is one. */
function bareText(code: number, guess: string): string {
  if (!CONTROL.test(guess)) return guess;
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : UNKNOWN;
}

/** A damaged or oversized program yields nothing. */
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

/** An em in multiples of the mean advance of a font's glyphs, about that of Helvetica and Times. */
const EM_PER_ADVANCE = 2;

/** Bounds of an em in mean advances: the letters of narrow faces are a third of an em wide. */
const LEAST_ADVANCES = 0.5;
const MOST_ADVANCES = 6;

/**
 * Largest plausible ratio of the bounding box height to the letters; beyond it, the widths are not those of letters.
 */
const MOST_TOO_HIGH = 50;

/** Bounds of an em in mean advances where a matrix of one em may be a coincidence. */
const LEAST_OF_UNIT = 0.9;
const MOST_OF_UNIT = 3.3;

/**
 * The em of a Type 3 font, which draws in units of its own matrix with an arbitrary font size. Fonts of TeX's bitmaps
 * have a matrix of one em. Otherwise the height of the bounding box is the best available measure. Boxes that are
 * implausible for the glyphs' advances are ignored, and so are the usual thousandths if the letters are a fraction of
 * them.
 */
function emScaleOf(font: Font): number {
  if (font.isType3Font !== true) return emScaleByAdvance(font);
  const unit = Math.abs(finite(font.fontMatrix?.[3]));
  const height = Math.abs(finite(font.bbox?.[3]) - finite(font.bbox?.[1]));
  const declared = unit === 0 || unit === 0.001 ? 1000 : height;
  const advance = meanAdvance(font);
  const advancesOfUnit = 1 / (unit * advance);
  if (unit !== 0.001 && advancesOfUnit >= LEAST_OF_UNIT && advancesOfUnit <= MOST_OF_UNIT) return 1;
  const fits = declared > LEAST_ADVANCES * advance && (advance === 0 || declared < MOST_ADVANCES * advance);
  const em = fits ? declared : Math.max(advance * EM_PER_ADVANCE, declared / MOST_TOO_HIGH);
  return em > 0 ? (unit || 0.001) * em : 1;
}

/** Mean advances, in ems, that no typeface has: the letters are a fraction of their em. Smaller ones are no widths. */
const NARROWEST_FACE = 0.12;
const LEAST_WIDTH = 0.01;

/** The em of a font with an em of 1000 units, most of which its letters may leave empty. */
function emScaleByAdvance(font: Font): number {
  const advance = meanAdvance(font) * Math.abs(finite(font.fontMatrix?.[0]) || 0.001);
  return advance > LEAST_WIDTH && advance < NARROWEST_FACE ? EM_PER_ADVANCE * advance : 1;
}

function meanAdvance({ widths, defaultWidth }: Font): number {
  let sum = 0;
  let count = 0;
  for (const width of Object.values(widths)) {
    const advance = Math.abs(finite(width));
    if (advance > 0) {
      sum += advance;
      count++;
    }
  }
  return count === 0 ? Math.abs(finite(defaultWidth)) : sum / count;
}

function heightsOf(font: Font): { ascent: number; descent: number } {
  const ascent = finite(font.ascent);
  const descent = -Math.abs(finite(font.descent));
  return {
    ascent: ascent > 0.2 && ascent < 2 ? ascent : DEFAULT_ASCENT,
    descent: descent < 0 && descent > -1 ? descent : DEFAULT_DESCENT,
  };
}

/** Declared cap heights outside these bounds are invalid. */
const LOWEST_CAPITALS = 0.5;
const HIGHEST_CAPITALS = 0.9;

function capHeightOf(font: Font): { capHeight?: number } {
  const capHeight = finite(font.capHeight);
  return capHeight > LOWEST_CAPITALS && capHeight < HIGHEST_CAPITALS ? { capHeight } : {};
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
