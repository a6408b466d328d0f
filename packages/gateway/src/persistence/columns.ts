import { compressedNumbers, decompressedNumbers } from "@galley/core/domain";
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

/** Whole numbers of 32 bits. */
export class Integers extends Type<readonly number[], string> {
  override convertToDatabaseValue(value: readonly number[]): string {
    return `{${value.join(",")}}`;
  }
  override getColumnType(): string {
    return "integer[]";
  }
}

/** See `compressedNumbers`. */
export class Float32Bytes extends Type<Float32Array, Uint8Array> {
  override convertToDatabaseValue(value: Float32Array): Uint8Array {
    return compressedNumbers(value);
  }
  override convertToJSValue(value: Uint8Array): Float32Array {
    return new Float32Array(decompressedNumbers(value));
  }
  override getColumnType(): string {
    return "bytea";
  }
}

/** Like `Float32Bytes`. */
export class Float64Bytes extends Type<Float64Array, Uint8Array> {
  override convertToDatabaseValue(value: Float64Array): Uint8Array {
    return compressedNumbers(value);
  }
  override convertToJSValue(value: Uint8Array): Float64Array {
    return new Float64Array(decompressedNumbers(value));
  }
  override getColumnType(): string {
    return "bytea";
  }
}
