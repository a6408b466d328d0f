import { readFileSync } from "node:fs";
import { PACKAGED_DATA } from "../../engines/native/document/packaged-data.ts";
import { TrueTypeTables } from "../../engines/native/fonts/truetype-tables.ts";
import { ADVANCE, glyphlessFontFile, UNITS_PER_EM } from "../../engines/pdf-writing/glyphless-font-file.ts";

/** A font program: which glyph draws a character, and how far it advances. */
export interface FontFace {
  readonly name: string;
  readonly file: Uint8Array;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Undefined if the font has no glyph for it. */
  glyphOf(character: number): number | undefined;
  /** In thousandths of an em. */
  advanceOf(glyph: number): number;
}

/** Offsets in the tables `head` and `hhea`. */
const UNITS_PER_EM_AT = 18;
const METRICS_COUNT_AT = 34;

const faces = new Map<string, FontFace>();

/**
 * Liberation Sans, which pdfjs-dist installs: Latin, Greek and Cyrillic, with the widths of Arial. It is under the SIL
 * Open Font License.
 */
export function liberationSans({
  bold,
  italic,
}: {
  readonly bold: boolean;
  readonly italic: boolean;
}): FontFace {
  const style = `${bold ? "Bold" : ""}${italic ? "Italic" : ""}` || "Regular";
  const known = faces.get(style);
  if (known) return known;
  const face = readFace(`LiberationSans-${style}`, { bold, italic });
  faces.set(style, face);
  return face;
}

function readFace(name: string, style: { readonly bold: boolean; readonly italic: boolean }): FontFace {
  const file = new Uint8Array(readFileSync(`${PACKAGED_DATA.standardFontDataUrl}${name}.ttf`));
  const tables = TrueTypeTables.of(file);
  const [head, hhea, hmtx] = ["head", "hhea", "hmtx"].map((tag) => viewOf(tables?.bytesOf(tag)));
  if (!tables || !head || !hhea || !hmtx) throw new Error(`${name} is no TrueType font.`);
  const glyphs = tables.glyphsByCharacter();
  const scale = 1000 / head.getUint16(UNITS_PER_EM_AT);
  const metrics = hhea.getUint16(METRICS_COUNT_AT);
  return {
    name,
    file,
    ...style,
    glyphOf: (character) => glyphs.get(character),
    advanceOf: (glyph) => hmtx.getUint16(4 * Math.min(glyph, metrics - 1)) * scale,
  };
}

function viewOf(bytes: Uint8Array | undefined): DataView | undefined {
  return bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const BLANK_GLYPH = 1;

/** A font whose glyphs are all blank: text in other scripts is found and copied, but not drawn. */
export function blankFace(name: string): FontFace {
  return {
    name,
    file: glyphlessFontFile(),
    bold: false,
    italic: false,
    glyphOf: () => BLANK_GLYPH,
    advanceOf: () => (ADVANCE * 1000) / UNITS_PER_EM,
  };
}
