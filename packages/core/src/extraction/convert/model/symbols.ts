/** Symbol fonts hold their characters in the private use area; those without a Unicode character become bullets. */
export function symbolOf(code: number): string {
  const known = SYMBOLS.get(code % 0x100);
  if (code >= 0xf000 && code <= 0xf0ff) return known ?? "•";
  return Number.isNaN(code) || code > 0xffff ? "" : String.fromCharCode(code);
}

/** Where Unicode has the characters of symbol fonts. */
const AREA = 0xf000;

/** Text in a symbol font, which has other characters in place of letters. */
export function symbolText(text: string): string {
  return Array.from(text, (sign) => symbolOf(AREA + (sign.charCodeAt(0) % 0x100))).join("");
}

/** Characters of Wingdings and Symbol that forms use. */
const SYMBOLS: ReadonlyMap<number, string> = new Map([
  [0x6f, "☐"],
  [0xa8, "☐"],
  [0xfe, "☑"],
  [0xfd, "☒"],
  [0xfc, "✓"],
  [0xfb, "✗"],
  [0xe0, "→"],
  [0xdf, "←"],
  [0xb7, "•"],
  [0xa7, "▪"],
]);
