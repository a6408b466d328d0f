import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { JsonType, TextType, Type } from "@mikro-orm/core";
import { storable } from "./storable-text.ts";

/** Digits of a second that an instant keeps: all that a `Date` has, so that it is read as it was stored. */
export const INSTANT_DIGITS = 3;

/** Text, as much of it as PostgreSQL can hold. */
export class StorableText extends TextType {
  override convertToDatabaseValue(value: string | null): string | null {
    return value === null ? null : storable(value);
  }
}

/** JSON whose texts are as `StorableText`. */
export class StorableJson extends JsonType {
  override convertToDatabaseValue(value: unknown): string {
    const json = JSON.stringify(value);
    // Few have any, and looking at each part of all of them takes several times as long.
    return MAYBE_UNSTORABLE.test(json) ? JSON.stringify(value, storablePart) : json;
  }
}

/** How U+0000 and lone surrogates are written in JSON. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/;

function storablePart(_: string, part: unknown): unknown {
  return typeof part === "string" ? storable(part) : part;
}

/**
 * Numbers as the bytes that they are in memory, little-endian, compressed: coordinates repeat along a line, and what
 * PostgreSQL has to write costs more than squeezing it here. Nothing is stored as nothing.
 */
export class Float32Bytes extends Type<Float32Array, Uint8Array> {
  override convertToDatabaseValue(value: Float32Array): Uint8Array {
    return compress(value);
  }
  override convertToJSValue(value: Uint8Array): Float32Array {
    return new Float32Array(decompress(value));
  }
  override getColumnType(): string {
    return "bytea";
  }
}

/** See `Float32Bytes`. */
export class Float64Bytes extends Type<Float64Array, Uint8Array> {
  override convertToDatabaseValue(value: Float64Array): Uint8Array {
    return compress(value);
  }
  override convertToJSValue(value: Uint8Array): Float64Array {
    return new Float64Array(decompress(value));
  }
  override getColumnType(): string {
    return "bytea";
  }
}

/** Tables as small as what they are for: a page has some KB of numbers, and making tables took longer than using them. */
const FAST_AND_SMALL = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 15,
  [constants.ZSTD_c_hashLog]: 12,
  [constants.ZSTD_c_chainLog]: 12,
};

/** zlib takes no smaller piece. */
const SMALLEST_CHUNK = 64;

function compress({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (byteLength === 0) return bytes;
  return zstdCompressSync(bytes, {
    chunkSize: Math.max(byteLength, SMALLEST_CHUNK),
    params: FAST_AND_SMALL,
  });
}

/** The bytes in a buffer of their own: typed arrays need an aligned start, which a shared buffer does not promise. */
function decompress(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteLength === 0) return new ArrayBuffer(0);
  const numbers = zstdDecompressSync(bytes);
  const copy = new ArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(numbers);
  return copy;
}
