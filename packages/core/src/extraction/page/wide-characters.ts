/** First and last code points of the ranges with East Asian Width "wide". */
const WIDE = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
] as const;

/** Whether the first character of `text` takes two cells. */
export function isWide(text: string): boolean {
  return text.charCodeAt(0) >= 0x1100 && isWideCode(text.codePointAt(0) ?? 0);
}

/** Whether the first character of `text` belongs to a wide script without spaces between words; Hangul has them. */
export function isIdeographic(text: string): boolean {
  const code = text.charCodeAt(0);
  const isHangul =
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x3130 && code <= 0x318f) ||
    (code >= 0xac00 && code <= 0xd7ff);
  return !isHangul && isWide(text);
}

/** The same for a code point. */
export function isWideCode(code: number): boolean {
  return code >= 0x1100 && WIDE.some(([first, last]) => code >= first && code <= last);
}
