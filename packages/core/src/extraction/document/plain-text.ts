/** How much of a document is looked at. */
const SAMPLE = 4096;

/** Control characters that text contains: tab, line ends, form feed, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Text in a legacy encoding has a blank or line end at least every so many bytes on average; other bytes rarely do. */
const BYTES_PER_BREAK = 500;

/** UTF-16 with a byte order mark, or whose first two characters are ASCII. */
const UTF_16 = [
  ["utf-16le", /^(?:fffe|(?!00)..00(?!00)..00)/],
  ["utf-16be", /^(?:feff|00(?!00)..00(?!00)..)/],
] as const;

/** The encoding of text in UTF-16; undefined for other bytes. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const start = Buffer.from(Uint8Array.from(bytes.subarray(0, 4))).toString("hex");
  return UTF_16.find(([, mark]) => mark.test(start))?.[0];
}

/**
 * Whether the bytes are text in any encoding: UTF-16, or bytes without control characters that
 * are UTF-8 or have blanks and line ends.
 */
export function isPlainText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  const encoding = utf16Of(sample);
  if (encoding !== undefined) return isPlainUtf16(sample, encoding === "utf-16be");
  return sample.length > 0 && sample.every(isTextByte) && (isUtf8(sample) || hasBreaks(sample));
}

/** The sample may end within a character. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function hasBreaks(sample: Uint8Array): boolean {
  const breaks = sample.filter((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)).length;
  return sample.length < BYTES_PER_BREAK || breaks * BYTES_PER_BREAK >= sample.length;
}

function isTextByte(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f : TEXT_CONTROLS.has(byte);
}

function isPlainUtf16(sample: Uint8Array, isBigEndian: boolean): boolean {
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const [high = 0, low = 0] = isBigEndian ? [sample[at], sample[at + 1]] : [sample[at + 1], sample[at]];
    if (high === 0 && !isTextByte(low)) return false;
  }
  return sample.length > 2;
}
