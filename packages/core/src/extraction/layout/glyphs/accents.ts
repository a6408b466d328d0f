/** The stroke through a sign of a formula, such as "≠"; TeX draws it before the sign, from the same place. */
const STROKE = "\u0338";

/** Spacing accents that are set as separate glyphs, with their combining marks. */
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
  [STROKE, STROKE],
]);

/** TeX sets accents over dotless letters. */
const DOTTED = new Map([
  ["ı", "i"],
  ["ȷ", "j"],
]);

/** Whether a glyph may be an accent of the glyph it overlaps. */
export function isAccent(text: string): boolean {
  const code = text.charCodeAt(0);
  // Checked for every glyph, so the common case of letters and digits returns early.
  return (code === 0x60 || code > 0xa0) && MARKS.has(text);
}

/** Whether an accent starts where its sign does, whatever their widths. */
export function isStroke(text: string): boolean {
  return text === STROKE;
}

/** The precomposed letter or sign; undefined if Unicode has none. */
export function accented(letter: string, accent: string): string | undefined {
  const composed = ((DOTTED.get(letter) ?? letter) + (MARKS.get(accent) ?? "")).normalize("NFC");
  return /^[\p{L}\p{Sm}]$/u.test(composed) && composed !== letter ? composed : undefined;
}
