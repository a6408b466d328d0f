import type { Font } from "../generated/pdfjs-core.mjs";

/**
 * Encodings of TeX's bitmap fonts. Programs of TeX embed them as Type 3 fonts whose glyph names are numbers, so that
 * only the encoding tells what a code stands for, and only the codes that are used tell which encoding it is.
 *
 * The tables are those of the LaTeX encodings guide (encguide): OT1 and T1 for text, TS1 for its symbols, OML and OMS
 * for formulas.
 */

const ACCENTS = "`´ˇ˘¯˚¸";

const OT1 = tableOf([
  [0, "ΓΔΘΛΞΠΣΥΦΨΩ"],
  [11, ["ff", "fi", "fl", "ffi", "ffl"]],
  [16, `ıȷ${ACCENTS}ßæœøÆŒØ`],
  [34, "”"],
  [39, "’"],
  [60, "¡"],
  [62, "¿"],
  [92, "“"],
  [95, "˙"],
  [96, "‘"],
  [123, "–—˝˜¨"],
]);

const T1 = tableOf([
  [0, "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—"],
  [25, "ıȷ"],
  [27, ["ff", "fi", "fl", "ffi", "ffl"]],
  [32, "␣"],
  [39, "’"],
  [96, "‘"],
  [127, "-ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§"],
  [160, "ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"],
  [192, "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞ"],
  [224, "àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"],
]);

const TS1 = tableOf([
  [42, "∗"],
  [132, "†‡‖‰•℃"],
  [162, "¢£¤¥¦§¨©ª«¬"],
  [174, "®¯°±²³´µ¶·"],
  [185, "¹º"],
  [188, "¼½¾€"],
  [214, "×"],
  [246, "÷"],
]);

const OML = tableOf([
  [0, "ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁"],
  [46, "▷◁"],
  [58, ".,</>⋆∂"],
  [91, "♭♮♯⌣⌢ℓ"],
  [123, "ıȷ℘"],
]);

const OMS = tableOf([
  [0, "−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽"],
  [56, "∀∃¬∅ℜℑ⊤⊥ℵ"],
  [91, "∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠"],
]);

const ASCII = tableOf([]);

function tableOf(
  parts: readonly (readonly [first: number, texts: Iterable<string>])[],
): ReadonlyMap<number, string> {
  return new Map(parts.flatMap(([first, texts]) => [...texts].map((text, k) => [first + k, text] as const)));
}

/** As many codes without a gap, or those from 0 or 1 on, are numbers that another program gave to its glyphs. */
const FEWEST_NUMBERED = 10;

/** Without punctuation and digits, a font of text has at least this many letters, and of the most common ones. */
const FEWEST_LETTERS = 6;
const FEWEST_COMMON = 4;
const COMMON = codesOf("etaoni");

const PUNCTUATION = codesOf("(),-.0123456789");

/** An opening quote and dashes in OT1, signs of programs in T1. */
const USUAL_IN_OT1 = [92, 123, 124];

/** Codes of small letters that are brackets and signs in OMS. */
const SIGNS_OF_OMS = codesOf("bcdefghijknprs");
const USUAL_IN_OMS = [1, 2, 3, 15, 20, 21, 24, 25, 33];
const NEVER_IN_OMS = codesOf("()+=,.-4567");

/** Stop, comma, order signs, slash and the partial derivative in OML. */
const SIGNS_OF_OML = codesOf(":;<=>@");

function codesOf(characters: string): readonly number[] {
  return Array.from(characters, (character) => character.charCodeAt(0));
}

/** The properties of a font that tell its encoding. */
export type NumberedFont = Pick<Font, "bbox" | "differences" | "isType3Font" | "widths">;

/**
 * The texts of codes that differ from ASCII if the font is a bitmap font of TeX and its codes tell its encoding;
 * otherwise none.
 */
export function texEncodingOf({
  bbox,
  differences,
  isType3Font,
  widths,
}: NumberedFont): ReadonlyMap<number, string> {
  const named = [...differences].filter(([, name]) => name !== ".notdef");
  const codes = new Set(named.map(([code]) => code));
  const isTex =
    isType3Font === true && named.length > 0 && named.every(([code, name]) => isNumberOf(code, name));
  if (!isTex || isDeep(bbox) || isFixedPitch(codes, widths) || areNumbered(codes)) return ASCII;
  const used = new UsedCodes(codes);
  const printable = used.among(48, 57) + used.among(65, 90) + used.among(97, 122);
  if (printable === 0 && used.among(128, 255) > 0) return TS1;
  if (isSymbols(used)) return OMS;
  if (isText(used)) return textEncoding(used);
  return isFormulas(used) ? OML : ASCII;
}

/** Whether a glyph name is the number of its code as programs of TeX write it. */
function isNumberOf(code: number, name: string): boolean {
  return (
    name === `a${code}` ||
    name === (code === 0 ? "?" : String.fromCharCode(code)) ||
    name === (code + FIRST_OF_DVIPS).toString(BASE_OF_DVIPS).toUpperCase()
  );
}

/** dvips numbers glyphs in base 36, starting at "A0". */
const BASE_OF_DVIPS = 36;
const FIRST_OF_DVIPS = 360;

/** Large brackets hang below the baseline; their encoding is that of no text. A box of one unit says nothing. */
function isDeep(bbox: readonly number[] | undefined): boolean {
  const [, bottom = 0, , top = 0] = bbox ?? [];
  return top - bottom > 1 && -bottom > 2 * top;
}

/** Fonts of a fixed pitch have other signs instead of ligatures. */
function isFixedPitch(codes: ReadonlySet<number>, widths: readonly (number | undefined)[]): boolean {
  const advances = new Set([...codes].map((code) => widths[code]));
  return codes.size >= FEWEST_LETTERS && advances.size === 1;
}

class UsedCodes {
  readonly #codes: ReadonlySet<number>;

  constructor(codes: ReadonlySet<number>) {
    this.#codes = codes;
  }

  among(first: number, last: number): number {
    let count = 0;
    for (const code of this.#codes) if (code >= first && code <= last) count++;
    return count;
  }

  of(codes: readonly number[]): number {
    return codes.filter((code) => this.#codes.has(code)).length;
  }
}

function isText(used: UsedCodes): boolean {
  const letters = used.among(97, 122);
  if (letters > 0 && used.of(PUNCTUATION) > 0) return true;
  return letters >= FEWEST_LETTERS && used.of(COMMON) >= FEWEST_COMMON && used.of(SIGNS_OF_OML) === 0;
}

/** T1 has accented letters: the accents that it starts with, where OT1 has capital Greek letters, are hardly used. */
function textEncoding(used: UsedCodes): ReadonlyMap<number, string> {
  if (used.among(0, 15) > 0) return OT1;
  const isBeyond = used.among(27, 31) + used.among(128, 255) > 0;
  if (used.of(USUAL_IN_OT1) > 0 && !isBeyond) return OT1;
  return used.among(0, 31) > 0 ? T1 : ASCII;
}

function isSymbols(used: UsedCodes): boolean {
  if (used.of(NEVER_IN_OMS) > 0) return false;
  const letters = used.among(97, 122);
  if (used.of(SIGNS_OF_OMS) < letters) return false;
  return used.of([0]) > 0 || (letters + used.among(65, 90) === 0 && used.of(USUAL_IN_OMS) > 0);
}

function isFormulas(used: UsedCodes): boolean {
  return (
    used.among(97, 122) > 0 && used.of(PUNCTUATION) === 0 && used.among(11, 39) + used.of(SIGNS_OF_OML) > 0
  );
}

function areNumbered(codes: ReadonlySet<number>): boolean {
  const first = Math.min(...codes);
  const isGapless = Math.max(...codes) - first + 1 === codes.size;
  return isGapless && (first <= 1 || codes.size >= FEWEST_NUMBERED);
}
