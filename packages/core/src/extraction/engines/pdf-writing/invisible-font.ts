import { type PDFDocument, type PDFRef, PDFString } from "#pdf-lib";
import { ADVANCE, ASCENT, DESCENT, glyphlessFontFile, UNITS_PER_EM } from "./glyphless-font-file.ts";
import { hexCode, unicodeCMap } from "./unicode-cmap.ts";

const NAME = "GlyphLessFont";

/** The number of character codes: UTF-16 code units. */
const CODES = 0x10000;
/** CMap limit: the codes of a range share their first byte. */
const RANGE = 256;

/** The blank glyph for every character. */
const BLANK = 1;

/** Font flag: not limited to the Latin character set. */
const SYMBOLIC = 4;

/** Embeds the font once per document; its text is encoded as big-endian UTF-16. */
export function addInvisibleFont({ context }: PDFDocument): PDFRef {
  const file = context.register(context.flateStream(glyphlessFontFile()));
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: NAME,
      Flags: SYMBOLIC,
      FontBBox: [0, DESCENT, ADVANCE, ASCENT],
      ItalicAngle: 0,
      Ascent: ASCENT,
      Descent: DESCENT,
      CapHeight: ASCENT,
      StemV: 80,
      FontFile2: file,
    }),
  );
  const characters = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: NAME,
      CIDSystemInfo: context.obj({
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      }),
      FontDescriptor: descriptor,
      DW: (ADVANCE * 1000) / UNITS_PER_EM,
      CIDToGIDMap: context.register(context.flateStream(everyCodeIs(BLANK))),
    }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: NAME,
      Encoding: "Identity-H",
      DescendantFonts: [characters],
      ToUnicode: context.register(context.flateStream(codesAreUnicode())),
    }),
  );
}

function everyCodeIs(glyph: number): Uint8Array {
  const map = Buffer.alloc(2 * CODES);
  for (let code = 0; code < CODES; code++) map.writeUInt16BE(glyph, 2 * code);
  return map;
}

function codesAreUnicode(): string {
  const ranges = Array.from({ length: CODES / RANGE }, (_, index) => {
    const [first, last] = [hexCode(index * RANGE), hexCode(index * RANGE + RANGE - 1)];
    return `<${first}> <${last}> <${first}>`;
  });
  return unicodeCMap("bfrange", ranges);
}
