import { JsonType, TextType, Type } from "@mikro-orm/core";
import { storable } from "./storable-text.ts";

/** Digits of a second that an instant keeps: all that a `Date` has, so that it is read as it was stored. */
export const INSTANT_DIGITS = 3;

/** Text, as much of it as PostgreSQL can hold. */
export class StorableText extends TextType {
  override convertToDatabaseValue(value: string): string {
    return storable(value);
  }
}

/** JSON whose texts are as `StorableText`. */
export class StorableJson extends JsonType {
  override convertToDatabaseValue(value: unknown): string {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? storable(part) : part));
  }
}

/** Numbers as the bytes that they are in memory, little-endian: nothing is parsed on the way in or out. */
export class Float32Bytes extends Type<Float32Array, Uint8Array> {
  override convertToDatabaseValue(value: Float32Array): Uint8Array {
    return bytesOf(value);
  }
  override convertToJSValue(value: Uint8Array): Float32Array {
    return new Float32Array(alignedCopy(value));
  }
  override getColumnType(): string {
    return "bytea";
  }
}

/** See `Float32Bytes`. */
export class Float64Bytes extends Type<Float64Array, Uint8Array> {
  override convertToDatabaseValue(value: Float64Array): Uint8Array {
    return bytesOf(value);
  }
  override convertToJSValue(value: Uint8Array): Float64Array {
    return new Float64Array(alignedCopy(value));
  }
  override getColumnType(): string {
    return "bytea";
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Typed arrays need an offset that is a multiple of their element's size, which a pooled buffer does not promise. */
function alignedCopy(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
