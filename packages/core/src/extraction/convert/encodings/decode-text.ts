import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { utf16Of } from "../../document/plain-text.ts";
import { eastAsianEncoding } from "./east-asian-encodings.ts";
import { singleByteEncoding } from "./single-byte-encodings.ts";
import { strictlyDecoded } from "./strictly-decoded.ts";

const DECLARED = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)|<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/** How many bytes are searched for a declaration, and how many are enough to detect an encoding. */
const DECLARATION_BYTES = 2048;
const SAMPLE_BYTES = 64 * 1024;

/** The encoding of Western text that no detection is sure of. */
const FALLBACK = "windows-1252";

/**
 * Decodes text of any encoding: by its byte order mark, as UTF-8 if it is valid, as it declares itself, or as it is
 * detected from its bytes.
 */
export function decodeText(bytes: Uint8Array): string {
  return decoded(bytes, encodingOf(bytes)) ?? "";
}

/** The encoding of a text, as `TextDecoder` names it. */
export function encodingOf(bytes: Uint8Array): string {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return marked;
  if (isUtf8(bytes)) return "utf-8";
  const head = Buffer.from(copyOf(bytes, DECLARATION_BYTES)).toString("latin1");
  const [, xml, html] = DECLARED.exec(head) ?? [];
  const declared = xml ?? html;
  // Text that is not UTF-8 does not become it by saying so.
  if (declared !== undefined && !/^utf-?8$/i.test(declared) && isEncoding(declared)) return declared;
  return detectedEncoding(copyOf(bytes, SAMPLE_BYTES));
}

/** The encoding of text that neither is UTF-8 nor says what it is. */
export function detectedEncoding(sample: Uint8Array): string {
  const found = eastAsianEncoding(sample);
  if (found !== undefined) return found;
  const fitting = analyse(sample).find(({ name }) => isEncoding(name) && isIn(sample, name));
  return singleByteEncoding(sample, fitting?.name ?? FALLBACK);
}

/** Bytes that are decoded at once. */
const PIECE = 256 * 1024;

/** Decodes UTF-8, or UTF-16 with a byte order mark, piece by piece: for text that may be too long for one string. */
export function* decodedPieces(bytes: Uint8Array): Generator<string, void, undefined> {
  const decoder = new TextDecoder(encodingOfMark(bytes) ?? "utf-8");
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield decoder.decode(bytes.subarray(start, start + PIECE), { stream: true });
  }
  yield decoder.decode();
}

/** The encoding that the first bytes are a mark of. */
function encodingOfMark(bytes: Uint8Array): string | undefined {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : utf16Of(bytes);
}

/** Undefined if the encoding is unknown. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether all characters of the sample, which may end within one, have a meaning in an encoding. */
export function isIn(sample: Uint8Array, encoding: string): boolean {
  return strictlyDecoded(sample, encoding) !== undefined;
}

/** Whether `TextDecoder` knows an encoding of this name. */
export function isEncoding(name: string): boolean {
  return decoded(new Uint8Array(0), name) !== undefined;
}

/** Not shared between threads, as libraries expect. */
function copyOf(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from(bytes.subarray(0, length));
}
