import { blankFace, liberationSans, type FontFace } from "./font-face.ts";
import { hexCode, unicodeCMap, utf16Hex } from "../../engines/pdf-writing/unicode-cmap.ts";
import { pdfNumber, type ObjectNumber, type PdfFile } from "./pdf-file.ts";

/** A character as it is written: its font, its code there and its width. Equal characters share one object. */
export interface Glyph {
  readonly text: string;
  readonly font: UsedFont;
  readonly code: string;
  /** In thousandths of an em. */
  readonly width: number;
}

/** How many characters one font can hold. */
const MAX_CODES = 0xffff;

/** The blank fonts stretch their glyphs to these widths, in thousandths of an em. */
const NARROW = 500;
const WIDE = 1000;

const WIDE_CHARACTER =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}])/u;

/** Characters that are never drawn: controls, zero-width spaces, soft hyphens and byte order marks. */
const UNDRAWN = /(?![\t\n])[\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufff9-\ufffb]/gu;

/** Text made of these characters has one character in each UTF-16 code unit. */
const SIMPLE =
  /^[\t\n\u0020-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u2bff]*$/;

const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The characters of a text as they are written, each with its combining marks. */
export function charactersOf(text: string): Iterable<string> {
  const drawn = inShownOrder(text).replaceAll(UNDRAWN, "");
  return SIMPLE.test(drawn) ? drawn : clustersOf(drawn.replaceAll("\r\n", "\n"));
}

/** Text in a right-to-left override; it ends with the line. */
const OVERRIDDEN = /\u202e([^\u202a-\u202e\n]*)/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text that an override shows from right to left, in the order in which it is seen. */
function inShownOrder(text: string): string {
  if (!text.includes("\u202e")) return text;
  return text.replaceAll(OVERRIDDEN, (_, inside: string) =>
    RIGHT_TO_LEFT.test(inside) ? inside : [...clustersOf(inside)].toReversed().join(""),
  );
}

function* clustersOf(text: string): Generator<string, void, undefined> {
  for (const { segment } of clusters.segment(text)) yield segment;
}

interface FontStyle {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** The fonts of one document: Liberation Sans, and a blank one for every other script. */
export class DocumentFonts {
  readonly #styles = new Map<number, StyleGlyphs>();
  readonly #fonts: UsedFont[] = [];
  readonly #narrow: FontPool;
  readonly #wide: FontPool;

  constructor() {
    const blank = (name: string, width: number): FontPool =>
      new FontPool(() => this.#add(blankFace(name), width));
    this.#narrow = blank("GalleyBlank", NARROW);
    this.#wide = blank("GalleyBlankWide", WIDE);
  }

  glyph(character: string, style: FontStyle): Glyph {
    const key = (style.bold ? 1 : 0) + (style.italic ? 2 : 0);
    let glyphs = this.#styles.get(key);
    if (!glyphs) {
      glyphs = new StyleGlyphs(this.#add(liberationSans(style)), { narrow: this.#narrow, wide: this.#wide });
      this.#styles.set(key, glyphs);
    }
    return glyphs.of(character);
  }

  /** Adds the used fonts to the file; returns the entries of the pages' font resources. */
  write(file: PdfFile): string {
    const used = this.#fonts.filter((font) => font.isUsed);
    return used.map((font) => `/${font.name} ${writeFont(file, font)} 0 R`).join(" ");
  }

  #add(face: FontFace, width?: number): UsedFont {
    const name = `F${this.#fonts.length}`;
    const font = new UsedFont(face, width === undefined ? { name } : { name, width });
    this.#fonts.push(font);
    return font;
  }
}

/** The glyphs of one style, looked up once a character. */
class StyleGlyphs {
  readonly #font: UsedFont;
  readonly #blank: { readonly narrow: FontPool; readonly wide: FontPool };
  readonly #glyphs = new Map<string, Glyph>();

  constructor(font: UsedFont, blank: { readonly narrow: FontPool; readonly wide: FontPool }) {
    this.#font = font;
    this.#blank = blank;
  }

  of(character: string): Glyph {
    const known = this.#glyphs.get(character);
    if (known) return known;
    const glyph = this.#font.add(character) ?? this.#blankGlyph(character);
    this.#glyphs.set(character, glyph);
    return glyph;
  }

  #blankGlyph(character: string): Glyph {
    return (WIDE_CHARACTER.test(character) ? this.#blank.wide : this.#blank.narrow).add(character);
  }
}

/** Blank fonts; a document with more characters than one holds gets another. */
class FontPool {
  readonly #create: () => UsedFont;
  readonly #glyphs = new Map<string, Glyph>();
  #last: UsedFont | undefined;

  constructor(create: () => UsedFont) {
    this.#create = create;
  }

  add(character: string): Glyph {
    const known = this.#glyphs.get(character);
    if (known) return known;
    const glyph = this.#last?.add(character) ?? this.#next(character);
    this.#glyphs.set(character, glyph);
    return glyph;
  }

  #next(character: string): Glyph {
    this.#last = this.#create();
    const glyph = this.#last.add(character);
    if (!glyph) throw new Error("A new font has no room for a character.");
    return glyph;
  }
}

/** A font with the characters that the document uses, each under a code of its own. */
export class UsedFont {
  readonly face: FontFace;
  readonly name: string;
  readonly #width: number | undefined;
  readonly #glyphs = new Map<string, Glyph>();
  readonly #characters: { readonly text: string; readonly glyph: number; readonly width: number }[] = [];

  /** All glyphs have the given width, if any. */
  constructor(face: FontFace, { name, width }: { readonly name: string; readonly width?: number }) {
    this.face = face;
    this.name = name;
    this.#width = width;
  }

  get isUsed(): boolean {
    return this.#characters.length > 0;
  }

  get characters(): readonly { readonly text: string; readonly glyph: number; readonly width: number }[] {
    return this.#characters;
  }

  /** Undefined if the font has no glyph for the character, or no room. */
  add(character: string): Glyph | undefined {
    const known = this.#glyphs.get(character);
    if (known) return known;
    if (this.#characters.length >= MAX_CODES) return undefined;
    const composed = character.normalize("NFC");
    const code = composed.codePointAt(0) ?? 0;
    const isOne = composed.length === (code > 0xffff ? 2 : 1);
    const glyph = this.#width === undefined && !isOne ? undefined : this.face.glyphOf(code);
    if (glyph === undefined) return undefined;
    const width = this.#width ?? this.face.advanceOf(glyph);
    this.#characters.push({ text: character, glyph, width });
    const added = { text: character, font: this, code: hexCode(this.#characters.length), width };
    this.#glyphs.set(character, added);
    return added;
  }
}

/** Font flags: symbolic, because the codes are of no standard encoding, and italic. */
const SYMBOLIC = 4;
const ITALIC = 64;

function writeFont(file: PdfFile, font: UsedFont): ObjectNumber {
  const { face, characters } = font;
  const program = file.addStream(face.file, `/Length1 ${face.file.length}`);
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${face.name} /Flags ${SYMBOLIC + (face.italic ? ITALIC : 0)} ` +
      `/FontBBox [-200 -300 1200 1000] /ItalicAngle ${face.italic ? -12 : 0} /Ascent 905 /Descent -212 ` +
      `/CapHeight 729 /StemV ${face.bold ? 140 : 80} /FontFile2 ${program} 0 R >>`,
  );
  const widths = characters.map(({ width }) => pdfNumber(width)).join(" ");
  const glyphs = Buffer.alloc(2 * (characters.length + 1));
  for (const [index, { glyph }] of characters.entries()) glyphs.writeUInt16BE(glyph, 2 * (index + 1));
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${face.name} ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/FontDescriptor ${descriptor} 0 R /W [1 [${widths}]] /CIDToGIDMap ${file.addStream(glyphs)} 0 R >>`,
  );
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${face.name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${file.addStream(unicodeMap(characters))} 0 R >>`,
  );
}

function unicodeMap(characters: readonly { readonly text: string }[]): string {
  const entries = characters.map(({ text }, index) => `<${hexCode(index + 1)}> <${utf16Hex(text)}>`);
  return unicodeCMap("bfchar", entries);
}
