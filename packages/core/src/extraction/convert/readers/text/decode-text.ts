import { detect } from "chardet";

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
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return decoded(bytes, marked) ?? "";
  const utf8 = decodedStrictly(bytes);
  if (utf8 !== undefined) return utf8;
  const head = Buffer.from(copyOf(bytes, DECLARATION_BYTES)).toString("latin1");
  const [, xml, html] = DECLARED.exec(head) ?? [];
  const declared = xml ?? html;
  // Text that is not UTF-8 does not become it by saying so.
  if (declared !== undefined && !/^utf-?8$/i.test(declared)) {
    const text = decoded(bytes, declared);
    if (text !== undefined) return text;
  }
  return decoded(bytes, detect(copyOf(bytes, SAMPLE_BYTES)) ?? FALLBACK) ?? decoded(bytes, FALLBACK) ?? "";
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

/** Byte order marks; without one, the first characters of UTF-16 are ASCII. */
const MARKS: readonly (readonly [start: RegExp, encoding: string])[] = [
  [/^efbbbf/, "utf-8"],
  [/^fffe/, "utf-16le"],
  [/^feff/, "utf-16be"],
  [/^00(?!00)..00(?!00)../, "utf-16be"],
  [/^(?!00)..00(?!00)..00/, "utf-16le"],
];

function encodingOfMark(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(copyOf(bytes, 4)).toString("hex");
  return MARKS.find(([mark]) => mark.test(start))?.[1];
}

function decodedStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined if the encoding is unknown. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Not shared between threads, as libraries expect. */
function copyOf(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from(bytes.subarray(0, length));
}
