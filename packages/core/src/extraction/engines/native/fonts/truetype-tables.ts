import { MacStandardGlyphOrdering } from "../generated/pdfjs-core.mjs";
import { textOfGlyphName } from "./glyph-names.ts";

const SIGNATURES: ReadonlySet<string> = new Set(["\0\u0001\0\0", "true", "OTTO"]);

/** Platform and encoding IDs of Unicode character maps, the most comprehensive first. */
const UNICODE_MAPS = ["3/10", "0/6", "0/4", "3/1", "0/3", "0/2", "0/1", "0/0"] as const;

/** Glyph numbers have 16 bits; a map with more characters contains duplicates. */
const MAX_CHARACTERS = 0x20000;

/** The text-related tables of a TrueType or OpenType font. Reading past the end throws a RangeError. */
export class TrueTypeTables {
  readonly #bytes: Uint8Array;
  readonly #places = new Map<string, { readonly offset: number; readonly length: number }>();

  /** Undefined for other font formats. */
  static of(bytes: Uint8Array): TrueTypeTables | undefined {
    return SIGNATURES.has(latin1(bytes, 0, 4)) ? new TrueTypeTables(bytes) : undefined;
  }

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const view = viewOf(bytes);
    for (let entry = 0; entry < view.getUint16(4); entry++) {
      const at = 12 + 16 * entry;
      this.#places.set(latin1(bytes, at, 4), {
        offset: view.getUint32(at + 8),
        length: view.getUint32(at + 12),
      });
    }
  }

  bytesOf(tag: string): Uint8Array | undefined {
    const place = this.#places.get(tag);
    return place && this.#bytes.subarray(place.offset, place.offset + place.length);
  }

  /** Characters by glyph; the first if several share a glyph. */
  textByCharacterMap(): ReadonlyMap<number, string> {
    const text = new Map<number, string>();
    const table = this.bytesOf("cmap");
    const offset = table && offsetOfUnicodeMap(viewOf(table));
    if (table === undefined || offset === undefined) return text;
    let left = MAX_CHARACTERS;
    for (const [character, glyph] of charactersOf(viewOf(table.subarray(offset)))) {
      if (left-- === 0) break;
      if (glyph !== 0 && character <= 0x10ffff && !text.has(glyph))
        text.set(glyph, String.fromCodePoint(character));
    }
    return text;
  }

  /** Glyphs by character. */
  glyphsByCharacter(): ReadonlyMap<number, number> {
    const table = this.bytesOf("cmap");
    const offset = table && offsetOfUnicodeMap(viewOf(table));
    const glyphs = new Map<number, number>();
    if (table === undefined || offset === undefined) return glyphs;
    let left = MAX_CHARACTERS;
    for (const [character, glyph] of charactersOf(viewOf(table.subarray(offset)))) {
      if (left-- === 0) break;
      if (glyph !== 0) glyphs.set(character, glyph);
    }
    return glyphs;
  }

  /** Text by glyph name, for fonts that contain names. */
  textByName(): (glyph: number) => string | undefined {
    const table = this.bytesOf("post");
    if (!table || viewOf(table).getUint32(0) !== 0x00020000) return () => undefined;
    const view = viewOf(table);
    const glyphs = view.getUint16(32);
    const names = [...MacStandardGlyphOrdering, ...pascalStrings(table.subarray(34 + 2 * glyphs))];
    return (glyph) => {
      const name = glyph < glyphs ? names[view.getUint16(34 + 2 * glyph)] : undefined;
      return name === undefined ? undefined : textOfGlyphName(name) || undefined;
    };
  }
}

function offsetOfUnicodeMap(cmap: DataView): number | undefined {
  const offsets = new Map<string, number>();
  for (let entry = 0; entry < cmap.getUint16(2); entry++) {
    const at = 4 + 8 * entry;
    offsets.set(`${cmap.getUint16(at)}/${cmap.getUint16(at + 2)}`, cmap.getUint32(at + 4));
  }
  const best = UNICODE_MAPS.find((key) => offsets.has(key));
  return best && offsets.get(best);
}

/** The characters and glyphs of a map; empty for formats that Unicode maps do not use. */
function* charactersOf(map: DataView): Generator<readonly [character: number, glyph: number]> {
  const format = map.getUint16(0);
  if (format === 4) {
    yield* charactersOfSegments(map);
  } else if (format === 6) {
    const first = map.getUint16(6);
    for (let i = 0; i < map.getUint16(8); i++) yield [first + i, map.getUint16(10 + 2 * i)];
  } else if (format === 12) {
    for (let group = 0; group < map.getUint32(12); group++) {
      const at = 16 + 12 * group;
      const first = map.getUint32(at);
      const last = map.getUint32(at + 4);
      for (let i = 0; i <= last - first; i++) yield [first + i, map.getUint32(at + 8) + i];
    }
  }
}

/** Format 4: arrays of the segments' last characters, first characters, deltas and glyph offsets. */
function* charactersOfSegments(map: DataView): Generator<readonly [character: number, glyph: number]> {
  const doubled = map.getUint16(6);
  for (let at = 14; at < 14 + doubled; at += 2) {
    const last = map.getUint16(at);
    const first = map.getUint16(at + doubled + 2);
    const delta = map.getUint16(at + 2 * doubled + 2);
    const rangeAt = at + 3 * doubled + 2;
    const range = map.getUint16(rangeAt);
    for (let character = first; character <= last && character < 0xffff; character++) {
      const listed = range === 0 ? character : map.getUint16(rangeAt + range + 2 * (character - first));
      yield [character, range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff];
    }
  }
}

function pascalStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 0;
    strings.push(latin1(bytes, at + 1, length));
    at += 1 + length;
  }
  return strings;
}

function latin1(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
