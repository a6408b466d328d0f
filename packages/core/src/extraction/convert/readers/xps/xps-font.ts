import { type GlyphText, glyphTextOf } from "../../../engines/native/fonts/glyph-text.ts";

/** Bytes at the beginning of an obfuscated font that are combined with the GUID in its name. */
const OBFUSCATED_BYTES = 32;
const GUID_BYTES = 16;

/** What the glyphs of a font mean, by its part's name. Fonts that cannot be read have no text. */
export function xpsGlyphText(name: string, bytes: Uint8Array | undefined): GlyphText {
  if (!bytes) return () => undefined;
  return glyphTextOf(() => (/\.odttf$/i.test(name) ? clear(name, bytes) : bytes));
}

/** Undoes the obfuscation of embedded fonts (ECMA-388, 9.1.7.3): the GUID's bytes, the last first, are combined by XOR. */
function clear(name: string, bytes: Uint8Array): Uint8Array {
  const digits = name.slice(name.lastIndexOf("/") + 1).match(/[0-9a-f]/gi) ?? [];
  const guid = Buffer.from(digits.join("").slice(0, 2 * GUID_BYTES), "hex").toReversed();
  return bytes.map((byte, at) => (at < OBFUSCATED_BYTES ? byte ^ (guid[at % GUID_BYTES] ?? 0) : byte));
}
