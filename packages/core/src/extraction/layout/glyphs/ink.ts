import { type FaceHeights, USUAL_FACE } from "./faces.ts";

/**
 * How far a character's ink extends above and below its baseline, in fractions of the font size. Font programs are not
 * parsed; it is derived from the character's class and the heights of its typeface.
 */
export interface Ink {
  /** Indexed by the classes of `ASCENT`. */
  readonly ascents: Float64Array;
  /** Indexed by the classes of `DESCENT`. */
  readonly descents: Float64Array;
}

const ASCENTS = ["capital", "ascender", "x-height", "bracket", "comma", "sign", "none"] as const;
const DESCENTS = ["overshoot", "descender", "bracket", "tail", "low", "none"] as const;

/** Round and pointed letters extend slightly below the baseline. */
const OVERSHOOT = 0.012;

export function inkOf(face: FaceHeights): Ink {
  const ascents = {
    capital: face.capital,
    ascender: face.ascender,
    "x-height": face.xHeight,
    bracket: face.bracketTop,
    comma: 0.11,
    sign: 0.4,
    none: 0,
  } as const satisfies Record<(typeof ASCENTS)[number], number>;
  const descents = {
    overshoot: OVERSHOOT,
    descender: face.descender,
    bracket: face.bracketDepth,
    tail: 0.06,
    low: 0.15,
    none: 0,
  } as const satisfies Record<(typeof DESCENTS)[number], number>;
  return {
    ascents: Float64Array.from(ASCENTS, (name) => ascents[name]),
    descents: Float64Array.from(DESCENTS, (name) => descents[name]),
  };
}

export const USUAL_INK = inkOf(USUAL_FACE);

const ASCENT = new Uint8Array(128);
const DESCENT = new Uint8Array(128);

function setInk(
  characters: string,
  ascent: (typeof ASCENTS)[number],
  descent: (typeof DESCENTS)[number],
): void {
  for (let i = 0; i < characters.length; i++) {
    ASCENT[characters.charCodeAt(i)] = ASCENTS.indexOf(ascent);
    DESCENT[characters.charCodeAt(i)] = DESCENTS.indexOf(descent);
  }
}

setInk("acemnorsuvwxz", "x-height", "overshoot");
setInk("gpqy", "x-height", "descender");
setInk("bdfhkl", "ascender", "overshoot");
setInk("j", "capital", "descender");
setInk("Q", "capital", "tail");
setInk("()[]{}|", "bracket", "bracket");
setInk(",", "comma", "low");
setInk(";", "x-height", "low");
setInk(".", "comma", "none");
setInk(":", "x-height", "none");
setInk("-~=+<>", "sign", "none");
setInk("_", "none", "low");
setInk("$@", "bracket", "tail");

/** Ideographs fill their em square, which extends slightly below the baseline; Hangul syllables fill less of it. */
const IDEOGRAPH_ASCENT = 0.85;
const IDEOGRAPH_DESCENT = 0.1;
const HANGUL_ASCENT = 0.83;
const HANGUL_DESCENT = 0.1;

/** Additional height of an accent on a capital. */
const ACCENT = 0.19;

export function inkAscent(text: string, { ascents }: Ink = USUAL_INK): number {
  const code = text.charCodeAt(0);
  return code < 128 ? (ascents[ASCENT[code] ?? 0] ?? 0) : otherAscent(code, ascents[0] ?? 0);
}

/** Of a character beyond ASCII; apart, so that the usual case is small enough to be inlined. */
function otherAscent(code: number, capital: number): number {
  if (code >= 0x2e80) return isHangul(code) ? HANGUL_ASCENT : IDEOGRAPH_ASCENT;
  const isAccentedCapital = code >= 0xc0 && code <= 0xdd && code !== 0xc6 && code !== 0xd0 && code !== 0xd8;
  return capital + (isAccentedCapital && code !== 0xd7 ? ACCENT : 0);
}

export function inkDescent(text: string, { descents }: Ink = USUAL_INK): number {
  const code = text.charCodeAt(0);
  return code < 128 ? (descents[DESCENT[code] ?? 0] ?? 0) : otherDescent(code);
}

function otherDescent(code: number): number {
  if (code < 0x2e80) return OVERSHOOT;
  return isHangul(code) ? HANGUL_DESCENT : IDEOGRAPH_DESCENT;
}

function isHangul(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3;
}
