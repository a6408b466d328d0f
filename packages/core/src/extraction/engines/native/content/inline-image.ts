import { isWhiteByte } from "./byte-kinds.ts";
import { type ContentLexer, operatorCode } from "./content-lexer.ts";

const ID = operatorCode("ID");

/** Dictionary values that the lexer returns as operators. */
const WORDS: ReadonlySet<number> = new Set(["true", "false", "null"].map((word) => operatorCode(word)));

const EI = [0x45, 0x49] as const;

/** Number of bytes after EI that must look like content; otherwise EI is part of the image. */
const LOOKAHEAD = 12;

/** Skips an inline image after its BI and returns its pixel size; 0 if not declared. */
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
 * The position after the EI that ends the image: one followed by white space and content. The byte before it may be
 * image data, because many writers add no white space there.
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
