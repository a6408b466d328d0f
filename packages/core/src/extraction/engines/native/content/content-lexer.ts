import { DELIMITER, HEX_VALUES, indexOfOrEnd, isDigit, KINDS, startsNumber, WHITE } from "./byte-kinds.ts";
import { unescape } from "./literal-string.ts";
import { isStrayOperator, takesOneNumber } from "./stray-operators.ts";

/** A string operand: a slice of the content, or of a separate buffer if it had to be decoded. */
export interface StringOperand {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** An array operand of `arrayLength` strings and numbers, in columns to avoid an object for each entry. */
export interface ArrayOperand {
  readonly arrayLength: number;
  /** The bytes that each string is a slice of. */
  readonly sources: readonly Uint8Array[];
  /** The start of each string in its bytes, or the number. */
  readonly values: readonly number[];
  /** The end of each string in its bytes; `NUMBER` for a number. */
  readonly ends: readonly number[];
}

/** The end of an array's entry that is a number. */
export const NUMBER = -1;

/** Further fraction digits have no visible effect. */
const MAX_FRACTION_DIGITS = 12;
const POWERS_OF_TEN = Float64Array.from({ length: MAX_FRACTION_DIGITS + 1 }, (_, power) => 10 ** power);

const MAX_NUMBERS = 64;

/**
 * The number operands of the current operator. All lexers share them, because operators read their operands immediately
 * and a drawing has a lexer for each of its thousand forms.
 */
const NUMBER_OPERANDS = new Float64Array(MAX_NUMBERS);

/**
 * Strings of the current operator that had to be decoded, as far as they fit; longer ones have a buffer of their own.
 * Shared like the numbers.
 */
const DECODED = new Uint8Array(16_384);

/** No operator takes this many operands; more indicate damage. */
const MAX_NAMES = 8;

const SHOW_ARRAY = operatorCode("TJ");

/**
 * Splits a content stream into operators and operands without allocating an object per number. Lenient: skips what it
 * cannot parse.
 */
export class ContentLexer implements ArrayOperand {
  readonly bytes: Uint8Array;
  position = 0;

  nameCount = 0;
  /** The last string before the operator. */
  string: StringOperand | undefined;
  /** The last array before the operator. */
  readonly sources: Uint8Array[] = [];
  readonly values: number[] = [];
  readonly ends: number[] = [];
  arrayLength = 0;
  /** Position of the last dictionary before the operator in the bytes; empty if there was none. */
  dictStart = 0;
  dictEnd = 0;
  numberCount = 0;
  // Operands are overwritten, never removed: clearing an array would free its memory only to allocate it again.
  readonly #numbers = NUMBER_OPERANDS;
  readonly #names: string[] = [];
  /** The string that was read last. */
  #source: Uint8Array;
  #start = 0;
  #end = 0;
  /** Bytes of `DECODED` in use. */
  #decoded = 0;
  /** What to return next of an array with a stray operator in it. */
  #broken: "shown first" | "operator next" | "goes on" | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = this.#source = bytes;
  }

  /** The number operand at `index`; 0 if there are fewer. */
  number(index: number): number {
    return index < this.numberCount ? (this.#numbers[index] ?? 0) : 0;
  }

  /** The name operand at `index`; "" if there are fewer. */
  name(index: number): string {
    return index < this.nameCount ? (this.#names[index] ?? "") : "";
  }

  /**
   * Reads up to and including the next operator; its operands are in the fields until the next call. Returns the
   * operator's first three bytes as a little-endian number (see `operatorCode`), or -1 at the end.
   */
  nextOperator(): number {
    this.#forgetOperands();
    if (this.#broken === "goes on") this.#goOnWithArray();
    const { bytes } = this;
    while (this.position < bytes.length) {
      if (this.#broken === "shown first") return this.#showFirst();
      const byte = bytes[this.position] ?? 0;
      if (KINDS[byte] === WHITE) this.position++;
      else if (startsNumber(byte)) this.#readNumberOperand();
      else if (KINDS[byte] === DELIMITER) this.#readDelimited(byte);
      else return this.#readOperator();
    }
    return -1;
  }

  /** Whether the content ended with operands but no operator, so it was truncated. */
  get breaksOff(): boolean {
    const hasOperands = this.string !== undefined || this.numberCount + this.nameCount + this.arrayLength > 0;
    return hasOperands && this.position >= this.bytes.length;
  }

  #forgetOperands(): void {
    this.numberCount = this.nameCount = this.arrayLength = 0;
    this.string = undefined;
    this.#decoded = 0;
    this.dictStart = this.dictEnd = 0;
  }

  #showFirst(): number {
    this.#broken = "operator next";
    return SHOW_ARRAY;
  }

  #goOnWithArray(): void {
    this.#broken = undefined;
    this.#readArray();
  }

  #readOperator(): number {
    const { bytes } = this;
    if (this.#broken === "operator next") this.#broken = "goes on";
    let code = 0;
    let shift = 0;
    for (; this.position < bytes.length; this.position++) {
      const byte = bytes[this.position] ?? 0;
      if (KINDS[byte] !== 0) break;
      if (shift < 24) code |= byte << shift;
      shift += 8;
    }
    return code;
  }

  #readNumberOperand(): void {
    const value = this.#readNumber();
    if (this.numberCount < MAX_NUMBERS) this.#numbers[this.numberCount++] = value;
  }

  #readDelimited(byte: number): void {
    switch (byte) {
      case 0x28: // (
        this.#readLiteral();
        this.#keepString();
        return;
      case 0x3c: // <
        if (this.bytes[this.position + 1] === 0x3c) {
          this.#readDict();
        } else {
          this.#readHex();
          this.#keepString();
        }
        return;
      case 0x2f: // /
        this.#readNameOperand();
        return;
      case 0x5b: // [
        this.position++;
        this.#readArray();
        return;
      case 0x25: // %
        this.#skipComment();
        return;
      default:
        this.position++;
    }
  }

  #keepString(): void {
    this.string = { bytes: this.#source, start: this.#start, end: this.#end };
  }

  #readNumber(): number {
    const byte = this.bytes[this.position] ?? 0;
    if (byte !== 0x2d && byte !== 0x2b) return this.#readUnsigned();
    return this.#readSigns() ? -this.#readUnsigned() : this.#readUnsigned();
  }

  /** Skips signs; returns whether one of them is a minus. */
  #readSigns(): boolean {
    const { bytes } = this;
    let isNegative = false;
    for (; bytes[this.position] === 0x2d || bytes[this.position] === 0x2b; this.position++)
      isNegative ||= bytes[this.position] === 0x2d;
    return isNegative;
  }

  #readUnsigned(): number {
    const { bytes } = this;
    let { position } = this;
    let byte = bytes[position] ?? 0;
    let value = 0;
    for (; isDigit(byte); byte = bytes[++position] ?? 0) value = value * 10 + byte - 0x30;
    if (byte === 0x2e) {
      let digits = 0;
      let fraction = 0;
      // A minus sign among the fraction digits is skipped, as in other readers: "0.-12".
      for (byte = bytes[++position] ?? 0; isDigit(byte) || byte === 0x2d; byte = bytes[++position] ?? 0) {
        if (byte === 0x2d || digits === MAX_FRACTION_DIGITS) continue;
        fraction = fraction * 10 + byte - 0x30;
        digits++;
      }
      if (digits > 0) value += fraction / (POWERS_OF_TEN[digits] ?? 1);
    }
    this.position = position;
    return value;
  }

  #readLiteral(): void {
    const { bytes } = this;
    const start = this.position + 1;
    let position = start;
    let depth = 1;
    let escaped = false;
    for (; position < bytes.length; position++) {
      const byte = bytes[position];
      if (byte === 0x5c) {
        escaped = true;
        position++;
      } else if (byte === 0x28) {
        depth++;
      } else if (byte === 0x29 && --depth === 0) {
        break;
      }
    }
    const end = Math.min(position, bytes.length);
    this.position = position + 1;
    if (escaped) {
      this.#decode(end - start);
      this.#endDecoded(unescape(bytes.subarray(start, end), this.#source, this.#start));
    } else {
      this.#source = bytes;
      this.#start = start;
      this.#end = end;
    }
  }

  #readHex(): void {
    const { bytes } = this;
    const start = this.position + 1;
    const end = indexOfOrEnd(bytes, 0x3e, this.position);
    this.#decode((end - start + 2) >> 1);
    const decoded = this.#source;
    let length = this.#start;
    let high = -1;
    for (let i = start; i < end; i++) {
      const value = HEX_VALUES[bytes[i] ?? 0] ?? -1;
      if (value < 0) continue;
      if (high >= 0) decoded[length++] = (high << 4) | value;
      high = high < 0 ? value : -1;
    }
    if (high >= 0) decoded[length++] = high << 4;
    this.#endDecoded(length);
    this.position = end + 1;
  }

  /** Starts a string that decodes to at most `length` bytes: they are written from `#start` on in `#source`. */
  #decode(length: number): void {
    const fits = this.#decoded + length <= DECODED.length;
    this.#source = fits ? DECODED : new Uint8Array(length);
    this.#start = fits ? this.#decoded : 0;
  }

  #endDecoded(end: number): void {
    this.#end = end;
    if (this.#source === DECODED) this.#decoded = end;
  }

  #readNameOperand(): void {
    const name = this.#readName();
    if (this.nameCount < MAX_NAMES) this.#names[this.nameCount++] = name;
  }

  #readName(): string {
    const { bytes } = this;
    let name = "";
    for (this.position++; this.position < bytes.length; this.position++) {
      const byte = bytes[this.position] ?? 0;
      if (KINDS[byte] !== 0) break;
      const high = byte === 0x23 ? (HEX_VALUES[bytes[this.position + 1] ?? 0] ?? -1) : -1;
      const low = high < 0 ? -1 : (HEX_VALUES[bytes[this.position + 2] ?? 0] ?? -1);
      name += String.fromCharCode(low < 0 ? byte : (high << 4) | low);
      if (low >= 0) this.position += 2;
    }
    return name;
  }

  /** Reads an array after its opening bracket. */
  #readArray(): void {
    const { bytes } = this;
    this.arrayLength = 0;
    let operands = this.position;
    let lastNumber = this.position;
    let stringsEnd = 0;
    while (this.position < bytes.length) {
      const byte = bytes[this.position] ?? 0;
      if (byte === 0x5d) {
        this.position++;
        return;
      }
      if (startsNumber(byte)) {
        lastNumber = this.position;
        this.#addToArray(this.#readNumber(), NUMBER);
      } else if (byte === 0x28 || (byte === 0x3c && bytes[this.position + 1] !== 0x3c)) {
        if (byte === 0x28) this.#readLiteral();
        else this.#readHex();
        this.#addToArray(this.#start, this.#end);
        operands = lastNumber = this.position;
        stringsEnd = this.arrayLength;
      } else if (byte === 0x2f) {
        this.#readName();
      } else if (KINDS[byte] !== 0) {
        this.position++;
      } else {
        if (isStrayOperator(bytes, this.position)) this.#breakArray(operands, lastNumber, stringsEnd);
        return;
      }
    }
  }

  /**
   * Handles a stray operator within a text array. The text before it is shown first, then the operator runs with the
   * operands after the last string, and the rest becomes a separate array: no text is lost.
   */
  #breakArray(operands: number, lastNumber: number, stringsEnd: number): void {
    const takesOne = takesOneNumber(this.bytes, this.position);
    this.arrayLength = takesOne ? Math.max(stringsEnd, this.arrayLength - 1) : stringsEnd;
    this.position = takesOne ? lastNumber : operands;
    this.#broken = "shown first";
  }

  /** Adds a number, or the slice of the string that was read last. */
  #addToArray(value: number, end: number): void {
    this.sources[this.arrayLength] = this.#source;
    this.values[this.arrayLength] = value;
    this.ends[this.arrayLength++] = end;
  }

  #readDict(): void {
    const { bytes } = this;
    const start = this.position;
    let depth = 0;
    while (this.position < bytes.length) {
      const byte = bytes[this.position];
      const doubled = byte === bytes[this.position + 1];
      if (byte === 0x28) {
        this.#readLiteral();
      } else if (byte === 0x3c && !doubled) {
        this.#readHex();
      } else if ((byte === 0x3c || byte === 0x3e) && doubled) {
        depth += byte === 0x3c ? 1 : -1;
        this.position += 2;
        if (depth === 0) break;
      } else {
        this.position++;
      }
    }
    this.dictStart = start;
    this.dictEnd = this.position;
  }

  #skipComment(): void {
    const { bytes } = this;
    while (this.position < bytes.length && bytes[this.position] !== 10 && bytes[this.position] !== 13)
      this.position++;
  }
}

/** The number that `nextOperator` returns for an operator. */
export function operatorCode(operator: string): number {
  let code = 0;
  for (let i = 0; i < Math.min(operator.length, 3); i++) code |= operator.charCodeAt(i) << (8 * i);
  return code;
}
