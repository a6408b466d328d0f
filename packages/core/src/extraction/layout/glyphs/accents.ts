/** Accents that are set as glyphs of their own and the marks that they stand for. */
const MARKS = new Map([
  ["`", "\u0300"],
  ["´", "\u0301"],
  ["ˆ", "\u0302"],
  ["˜", "\u0303"],
  ["¯", "\u0304"],
  ["˘", "\u0306"],
  ["˙", "\u0307"],
  ["¨", "\u0308"],
  ["˚", "\u030a"],
  ["˝", "\u030b"],
  ["ˇ", "\u030c"],
  ["¸", "\u0327"],
  ["˛", "\u0328"],
]);

/** TeX sets accents over letters without dots. */
const DOTTED = new Map([
  ["ı", "i"],
  ["ȷ", "j"],
]);

/** Whether a glyph may be an accent of the glyph that it overlaps. */
export function isAccent(text: string): boolean {
  const code = text.charCodeAt(0);
  // Asked for every glyph of a page, nearly all of which are letters and digits.
  return (code === 0x60 || code > 0xa0) && MARKS.has(text);
}

/** The letter with the accent; undefined where there is no such character. */
export function accented(letter: string, accent: string): string | undefined {
  const composed = ((DOTTED.get(letter) ?? letter) + (MARKS.get(accent) ?? "")).normalize("NFC");
  return /^\p{L}$/u.test(composed) && composed !== letter ? composed : undefined;
}
