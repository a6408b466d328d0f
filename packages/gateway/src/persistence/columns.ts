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
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? storable(part) : part));
  }
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

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

function compress({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return byteLength === 0 ? bytes : zstdCompressSync(bytes, FASTEST);
}

/** The bytes in a buffer of their own: typed arrays need an aligned start, which a shared buffer does not promise. */
function decompress(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteLength === 0) return new ArrayBuffer(0);
  const numbers = zstdDecompressSync(bytes);
  const copy = new ArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(numbers);
  return copy;
}
