/** The Bidi_Class values of glyph characters; control characters are removed earlier. */
export const BIDI = { L: 0, R: 1, AL: 2, EN: 3, AN: 4, ES: 5, ET: 6, CS: 7, NSM: 8, WS: 9, ON: 10 } as const;

const MARK = /^[\p{Mn}\p{Me}]$/u;
const ARABIC_LETTER = /^[\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Thaana}]$/u;
const RIGHT_TO_LEFT =
  /^[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]$/u;
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;
const BLANK = /^\s$/u;
const NEUTRAL = /^[\p{P}\p{S}\p{Z}\p{C}]$/u;

const SEPARATORS = new Map<string, number>([
  ...Array.from("+-⁺⁻₊₋−﬩＋－", (character): [string, number] => [character, BIDI.ES]),
  ...Array.from(",./:\u00a0\u202f⁄،，．／：", (character): [string, number] => [character, BIDI.CS]),
  ...Array.from("#%°±٪‰‱′″‴∓", (character): [string, number] => [character, BIDI.ET]),
]);

/** The Bidi_Class of a code point, derived from the Unicode properties that regular expressions support. */
export function bidiClass(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (isBasicLetter(code)) return BIDI.L;
  if (isEuropeanDigit(code)) return BIDI.EN;
  if (isArabicNumber(code)) return BIDI.AN;
  const separator = SEPARATORS.get(character);
  if (separator !== undefined) return separator;
  if (/^\p{Sc}$/u.test(character)) return code === 0x60b ? BIDI.AL : BIDI.ET;
  return classByScript(character);
}

function classByScript(character: string): number {
  if (MARK.test(character)) return BIDI.NSM;
  if (BLANK.test(character)) return BIDI.WS;
  if (ARABIC_LETTER.test(character))
    return LETTER_OR_MARK.test(character) || isArabicStop(character) ? BIDI.AL : BIDI.ON;
  if (RIGHT_TO_LEFT.test(character)) return BIDI.R;
  return NEUTRAL.test(character) ? BIDI.ON : BIDI.L;
}

function isBasicLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isEuropeanDigit(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || (code >= 0x6f0 && code <= 0x6f9) || (code >= 0xff10 && code <= 0xff19)
  );
}

function isArabicNumber(code: number): boolean {
  return (
    (code >= 0x660 && code <= 0x669) || (code >= 0x600 && code <= 0x605) || code === 0x66b || code === 0x66c
  );
}

/** Arabic punctuation of class AL: semicolon, question mark, full stop and five-pointed star. */
function isArabicStop(character: string): boolean {
  return "؛؟؞۔٭؍".includes(character);
}
