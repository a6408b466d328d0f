import { CFFParser, Stream } from "../generated/pdfjs-core.mjs";
import { textOfGlyphName } from "./glyph-names.ts";
import { TrueTypeTables } from "./truetype-tables.ts";

/** The text of an embedded font's glyph by number, if the font program defines it. */
export type GlyphText = (glyph: number) => string | undefined;

/** Reads the text mapping of a font program; empty if `read` fails, or the program is damaged or too large. */
export function glyphTextOf(read: () => Uint8Array): GlyphText {
  try {
    const bytes = read();
    const tables = TrueTypeTables.of(bytes);
    if (!tables) return cffText(bytes);
    const outlines = tables.bytesOf("CFF ");
    const names = outlines ? cffText(outlines) : tables.textByName();
    const characters = tables.textByCharacterMap();
    return (glyph) => characters.get(glyph) ?? names(glyph);
  } catch {
    return () => undefined;
  }
}

/** CID-keyed programs have no glyph names. */
function cffText(bytes: Uint8Array): GlyphText {
  const { isCIDFont, charset } = new CFFParser(new Stream(bytes), {}, false).parse();
  if (isCIDFont) return () => undefined;
  return (glyph) => {
    const name = charset.charset[glyph];
    return typeof name === "string" ? textOfGlyphName(name) || undefined : undefined;
  };
}
