import { getGlyphMapForStandardFonts, getGlyphsUnicode } from "../generated/pdfjs-core.mjs";

/** Glyph names of TeX and other fonts that no list contains, most of them of formulas. */
const FURTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Bullet: "•",
    Ifractur: "ℑ",
    Rfractur: "ℜ",
    arrowbothv: "↕",
    arrowdblbothv: "⇕",
    baht: "฿",
    ceilingleft: "⌈",
    ceilingright: "⌉",
    circledivide: "⊘",
    circledot: "⊙",
    circleminus: "⊖",
    coproduct: "∐",
    diamondmath: "⋄",
    discount: "⁒",
    dotbelow: "\u0323",
    eighthnote: "♪",
    eigthnote: "♪",
    epsilon1: "ϵ",
    equivasymptotic: "≍",
    flat: "♭",
    floorleft: "⌊",
    floorright: "⌋",
    follows: "≻",
    followsequal: "⪰",
    greatermuch: "≫",
    guarani: "₲",
    harpoonleftdown: "↽",
    harpoonleftup: "↼",
    harpoonrightdown: "⇁",
    harpoonrightup: "⇀",
    hookabove: "\u0309",
    intersectionsq: "⊓",
    latticetop: "⊤",
    lessmuch: "≪",
    lscript: "ℓ",
    // Only the bar: the arrow is a glyph of its own.
    mapsto: "|",
    natural: "♮",
    negationslash: "\u0338",
    owner: "∋",
    permyriad: "‱",
    peso: "₱",
    pi1: "ϖ",
    precedesequal: "⪯",
    recipe: "℞",
    rho1: "ϱ",
    sharp: "♯",
    similarequal: "≃",
    slurabove: "⌢",
    slurbelow: "⌣",
    squaresolid: "■",
    star: "⋆",
    subsetsqequal: "⊑",
    supersetsqequal: "⊒",
    triangle: "△",
    triangleinv: "▽",
    triangleleft: "◁",
    triangleright: "▷",
    turnstileleft: "⊢",
    turnstileright: "⊣",
    twonotes: "♫",
    unionmulti: "⊎",
    unionsq: "⊔",
    visiblespace: "␣",
    wreathproduct: "≀",
  }),
);

/**
 * The text of a glyph name according to the Adobe Glyph List: variants such as "one.oldstyle" map to their base,
 * ligatures such as "f_f_i" to their parts; "" for an unknown name.
 */
export function textOfGlyphName(name: string): string {
  const [base = ""] = name.split(".", 1);
  return base
    .split("_")
    .map((part) => textOfPart(part))
    .join("");
}

/** The text of a name that the Adobe Glyph List lacks, so that pdf.js guesses from the code. */
export function textOfUnlistedName(name: string): string | undefined {
  return FURTHER_NAMES.get(name);
}

/** Names that only number the glyphs: "g12", "C0041", "cid 7". pdf.js's text for them is a guess. */
export function isArbitraryName(name: string): boolean {
  return NUMBERED.test(name) && textOfGlyphName(name) === "";
}

const NUMBERED = /^[a-z]{1,5} ?(\d+)$/i;

/**
 * A guess at the text of a glyph that has only a number, or a name with one: most office fonts start with the glyph
 * order of Arial and Times New Roman. Undefined for numbers beyond it.
 */
export function textOfGlyphNumber(number: number): string | undefined {
  const point = getGlyphMapForStandardFonts()[number] ?? 0;
  return point < 0x20 ? undefined : String.fromCodePoint(point);
}

/** Ligatures by the numbers of their glyphs in Calibri, which have no character of their own. */
const LIGATURES_OF_CALIBRI: ReadonlyMap<number, string> = new Map([
  [299, "ff"],
  [302, "fi"],
  [312, "ffi"],
  [327, "fl"],
  [332, "ft"],
  [415, "ti"],
  [425, "tt"],
  [427, "tti"],
]);

/**
 * The ligature of a glyph of Calibri. Programs that do not know what it reads as leave it out of the map, or map it to the
 * character with the glyph's number: "InformaƟon".
 */
export function ligatureOfCalibri(fontName: string, glyph: number): string | undefined {
  return /\bcalibri/i.test(fontName) ? LIGATURES_OF_CALIBRI.get(glyph) : undefined;
}

/** Like `textOfGlyphNumber`, for a name such as "g40", some of which contain the number in the original font. */
export function textOfNumberedName(name: string): string | undefined {
  const number = /^(?:g|gid|glyph|cid)(\d+)$/i.exec(name)?.[1];
  return number === undefined ? undefined : textOfGlyphNumber(Number(number));
}

function textOfPart(part: string): string {
  const known = getGlyphsUnicode()[part];
  if (known !== undefined) return known < 0x20 ? "" : String.fromCodePoint(known);
  const further = FURTHER_NAMES.get(part);
  if (further !== undefined) return further;
  const units = /^uni((?:[\dA-F]{4})+)$/.exec(part)?.[1];
  if (units !== undefined)
    return units.replaceAll(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)));
  const point = Number.parseInt(/^u([\dA-F]{4,6})$/.exec(part)?.[1] ?? "", 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : "";
}
