import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { JsonType, TextType, Type } from "@mikro-orm/core";
import { storable } from "./storable-text.ts";

/** Fractional digits of stored instants: the precision of `Date`, so that values survive a round trip. */
export const INSTANT_DIGITS = 3;

/** Text without the characters that PostgreSQL cannot store. */
export class StorableText extends TextType {
  override convertToDatabaseValue(value: string | null): string | null {
    return value === null ? null : storable(value);
  }
}

/** JSON whose strings are as `StorableText`. */
export class StorableJson extends JsonType {
  override convertToDatabaseValue(value: unknown): string {
    const json = JSON.stringify(value);
    // Such characters are rare, and checking each part of every value takes several times as long.
    return MAYBE_UNSTORABLE.test(json) ? JSON.stringify(value, storablePart) : json;
  }
}

/** How U+0000 and lone surrogates are escaped in JSON. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/;

function storablePart(_: string, part: unknown): unknown {
  return typeof part === "string" ? storable(part) : part;
}

/**
 * Numbers as little-endian bytes, compressed: coordinates repeat along a line, and compressing them costs
 * less than writing more bytes to PostgreSQL. An empty array is stored as no bytes.
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

/** Like `Float32Bytes`. */
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

/**
 * Small zlib tables: a page has some KB of numbers, and allocating larger tables took longer than
 * compressing.
 */
const FAST_AND_SMALL = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 15,
  [constants.ZSTD_c_hashLog]: 12,
  [constants.ZSTD_c_chainLog]: 12,
};

/** The minimum chunk size of zlib. */
const SMALLEST_CHUNK = 64;

function compress({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (byteLength === 0) return bytes;
  return zstdCompressSync(bytes, {
    chunkSize: Math.max(byteLength, SMALLEST_CHUNK),
    params: FAST_AND_SMALL,
  });
}

/**
 * Copies the bytes into a buffer of their own: typed arrays need an aligned offset, which a shared buffer
 * does not guarantee.
 */
function decompress(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteLength === 0) return new ArrayBuffer(0);
  const numbers = zstdDecompressSync(bytes);
  const copy = new ArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(numbers);
  return copy;
}
