import { type ContentLexer, isWhiteByte, operatorCode } from "./content-lexer.ts";

const ID = operatorCode("ID");

/** Values in the image's dictionary that the lexer takes for operators. */
const WORDS: ReadonlySet<number> = new Set(["true", "false", "null"].map((word) => operatorCode(word)));

const EI = [0x45, 0x49] as const;

/** Bytes after EI that must look like content, or the EI is part of the image. */
const LOOKAHEAD = 12;

/** Steps over an inline image from behind its BI and gives its pixel size; 0 where it does not say. */
export function readInlineImage(lexer: ContentLexer): { width: number; height: number } {
  const { bytes } = lexer;
  const start = lexer.position;
  let operator = lexer.nextOperator();
  while (WORDS.has(operator)) operator = lexer.nextOperator();
  if (operator !== ID) return { width: 0, height: 0 };
  const header = String.fromCharCode(...bytes.subarray(start, Math.min(lexer.position, start + 1000)));
  lexer.position = endOfImage(bytes, lexer.position + 1);
  return { width: entry(header, /\/(?:W|Width)\s+(\d+)/), height: entry(header, /\/(?:H|Height)\s+(\d+)/) };
}

function entry(header: string, pattern: RegExp): number {
  return Number(pattern.exec(header)?.[1] ?? 0);
}

/**
 * The place behind the EI that ends the image: one with white space and content behind it. What stands before it is the
 * image's last byte, of any value: many writers put no white space there.
 */
function endOfImage(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(EI[0], from); at >= 0; at = bytes.indexOf(EI[0], at + 1)) {
    const behind = at + 2;
    if (bytes[at + 1] !== EI[1]) continue;
    if (behind >= bytes.length || (isWhiteByte(bytes[behind]) && looksLikeContent(bytes, behind)))
      return behind;
  }
  return bytes.length;
}

function looksLikeContent(bytes: Uint8Array, from: number): boolean {
  return bytes
    .subarray(from, from + LOOKAHEAD)
    .every((byte) => isWhiteByte(byte) || (byte >= 32 && byte < 127));
}
