import { type BaseStream, CFFParser, Stream } from "../generated/pdfjs-core.mjs";
import { textOfGlyphName } from "./glyph-names.ts";
import { TrueTypeTables } from "./truetype-tables.ts";

/** The text of an embedded program's glyphs by their numbers, as far as the program knows it. */
export type GlyphText = (glyph: number) => string | undefined;

/** Reads what the program of a composite font says about text; one that is damaged or too large says nothing. */
export function glyphTextOf(file: BaseStream): GlyphText {
  try {
    const bytes = file.getBytes();
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

/** The glyphs of a program whose characters are numbered have no names. */
function cffText(bytes: Uint8Array): GlyphText {
  const { isCIDFont, charset } = new CFFParser(new Stream(bytes), {}, false).parse();
  if (isCIDFont) return () => undefined;
  return (glyph) => {
    const name = charset.charset[glyph];
    return typeof name === "string" ? textOfGlyphName(name) || undefined : undefined;
  };
}
