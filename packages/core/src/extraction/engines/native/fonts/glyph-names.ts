import { getGlyphMapForStandardFonts, getGlyphsUnicode } from "../generated/pdfjs-core.mjs";

/** Names of TeX's fonts and of others that are in no list. */
const FURTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["Bullet", "•"],
  ["negationslash", "\u0338"],
  ["squaresolid", "■"],
  ["visiblespace", "␣"],
]);

/**
 * The text of a glyph by its name, as Adobe's glyph list prescribes: variants such as "one.oldstyle" read as their
 * base, ligatures such as "f_f_i" as their parts; "" for a name that says nothing.
 */
export function textOfGlyphName(name: string): string {
  const [base = ""] = name.split(".", 1);
  return base
    .split("_")
    .map((part) => textOfPart(part))
    .join("");
}

/** Names that only number the glyphs: "g12", "C0041", "cid 7". What pdf.js reads from them is a guess. */
export function isArbitraryName(name: string): boolean {
  return NUMBERED.test(name) && textOfGlyphName(name) === "";
}

const NUMBERED = /^[a-z]{1,5} ?(\d+)$/i;

/**
 * A guess at the text of a glyph that has nothing but a number, or a name that only holds one: most fonts made for
 * office programs begin as Arial and Times New Roman do. Undefined for a number beyond theirs.
 */
export function textOfGlyphNumber(number: number): string | undefined {
  const point = getGlyphMapForStandardFonts()[number] ?? 0;
  return point < 0x20 ? undefined : String.fromCodePoint(point);
}

/** As `textOfGlyphNumber`, for a name such as "g40", of which others keep the number in the font it was taken from. */
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
