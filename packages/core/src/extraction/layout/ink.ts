import type { FontFacts } from "../page/page-content.ts";

/**
 * How far the ink of a character reaches above and below its baseline, in fractions of the font size. Font programs
 * are not parsed, so it is estimated from the class of the character; the figures lie between those of Helvetica and
 * Times, whose capitals are 0.72 and 0.66 high.
 */

const CAPITAL = 0.7;
/** Of letters such as b and d, where capitals are no higher: those of old faces are lower, those of grotesques as high. */
const ASCENDER = 0.69;
const X_HEIGHT = 0.5;
const DESCENDER = 0.21;
/** Round and pointed letters reach a little below the baseline. */
const OVERSHOOT = 0.012;

const ASCENT = new Float64Array(128).fill(CAPITAL);
const DESCENT = new Float32Array(128).fill(OVERSHOOT);

function setInk(characters: string, ascent: number, descent: number): void {
  for (let i = 0; i < characters.length; i++) {
    ASCENT[characters.charCodeAt(i)] = ascent;
    DESCENT[characters.charCodeAt(i)] = descent;
  }
}

setInk("acemnorsuvwxz", X_HEIGHT, OVERSHOOT);
setInk("gpqy", X_HEIGHT, DESCENDER);
setInk("bdfhkl", ASCENDER, OVERSHOOT);
setInk("j", CAPITAL, DESCENDER);
setInk("Q", CAPITAL, 0.06);
setInk("()[]{}|", 0.73, DESCENDER);
setInk(",", 0.11, 0.15);
setInk(";", X_HEIGHT, 0.15);
setInk(".", 0.11, 0);
setInk(":", X_HEIGHT, 0);
setInk("-~=+<>", 0.4, 0);
setInk("_", 0, 0.15);
setInk("$@", 0.73, 0.1);

/** Ideographs fill their square, which stands a little below the baseline. */
const IDEOGRAPH_ASCENT = 0.85;
const IDEOGRAPH_DESCENT = 0.1;

/** The height of a font's capitals, in fractions of its size; of no font in particular, the usual one. */
export function capHeightOf(font?: FontFacts): number {
  return font?.capHeight ?? CAPITAL;
}

export function inkAscent(text: string, capHeight = CAPITAL): number {
  const code = text.charCodeAt(0);
  if (code >= 0x2e80) return IDEOGRAPH_ASCENT;
  const usual = code < 128 ? (ASCENT[code] ?? CAPITAL) : CAPITAL;
  if (usual === CAPITAL) return capHeight;
  return usual === ASCENDER ? Math.max(ASCENDER, capHeight) : usual;
}

export function inkDescent(text: string): number {
  const code = text.charCodeAt(0);
  if (code < 128) return DESCENT[code] ?? 0;
  return code >= 0x2e80 ? IDEOGRAPH_DESCENT : OVERSHOOT;
}
