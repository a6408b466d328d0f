/** White space separates; a delimiter also begins or ends an operand. */
export const WHITE = 1;
export const DELIMITER = 2;

/** Class of each byte: regular, white space or delimiter. */
export const KINDS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) KINDS[code] = WHITE;
for (const char of "()<>[]{}/%") KINDS[char.charCodeAt(0)] = DELIMITER;

/** The value of each hexadecimal digit; -1 for other bytes. */
export const HEX_VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_VALUES[digit.charCodeAt(0)] = value;
  HEX_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

export function isWhiteByte(byte: number | undefined): boolean {
  return byte !== undefined && KINDS[byte] === WHITE;
}

export function startsNumber(byte: number): boolean {
  return isDigit(byte) || byte === 0x2d || byte === 0x2e || byte === 0x2b;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** The first place of a byte from a position on, or the end. */
export function indexOfOrEnd(bytes: Uint8Array, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from);
  return index < 0 ? bytes.length : index;
}
