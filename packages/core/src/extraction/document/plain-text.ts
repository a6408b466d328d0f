/** How much of a document is looked at. */
const SAMPLE = 4096;

/** Control characters that text contains: tab, line ends, form feed, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Text in a legacy encoding has a blank or line end at least every so many bytes on average; other bytes rarely do. */
const BYTES_PER_BREAK = 500;

/**
 * Whether the bytes are text in any encoding: UTF-16 with a byte order mark, or bytes without control characters that
 * are UTF-8 or have blanks and line ends.
 */
export function isPlainText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  const [first, second] = sample;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return isPlainUtf16(sample, first === 0xfe);
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
  for (let at = 2; at + 1 < sample.length; at += 2) {
    const [high = 0, low = 0] = isBigEndian ? [sample[at], sample[at + 1]] : [sample[at + 1], sample[at]];
    if (high === 0 && !isTextByte(low)) return false;
  }
  return sample.length > 2;
}
