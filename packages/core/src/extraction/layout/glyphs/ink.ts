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

const ASCENTS = [
  "capital",
  "accented capital",
  "ascender",
  "x-height",
  "bracket",
  "comma",
  "sign",
  "ideograph",
  "hangul",
  "none",
] as const;
const DESCENTS = ["overshoot", "descender", "bracket", "tail", "low", "ideograph", "none"] as const;

/** Additional height of an accent on a capital. */
const ACCENT = 0.19;

/** Round and pointed letters extend slightly below the baseline. */
const OVERSHOOT = 0.012;

/** Ideographs fill their em square, which extends slightly below the baseline; Hangul syllables fill less of it. */
const IDEOGRAPH_ASCENT = 0.85;
const HANGUL_ASCENT = 0.83;
const IDEOGRAPH_DESCENT = 0.1;

export function inkOf(face: FaceHeights): Ink {
  const ascents = {
    capital: face.capital,
    "accented capital": face.capital + ACCENT,
    ascender: face.ascender,
    "x-height": face.xHeight,
    bracket: face.bracketTop,
    comma: 0.11,
    sign: 0.4,
    ideograph: IDEOGRAPH_ASCENT,
    hangul: HANGUL_ASCENT,
    none: 0,
  } as const satisfies Record<(typeof ASCENTS)[number], number>;
  const descents = {
    overshoot: OVERSHOOT,
    descender: face.descender,
    bracket: face.bracketDepth,
    tail: 0.06,
    low: 0.15,
    ideograph: IDEOGRAPH_DESCENT,
    none: 0,
  } as const satisfies Record<(typeof DESCENTS)[number], number>;
  return {
    ascents: Float64Array.from(ASCENTS, (name) => ascents[name]),
    descents: Float64Array.from(DESCENTS, (name) => descents[name]),
  };
}

export const USUAL_INK = inkOf(USUAL_FACE);

/**
 * The class of each UTF-16 code unit; most are as high as a capital and end at the baseline. Tables for all of them,
 * because a branch for those beyond ASCII would have V8 allocate a number for each glyph.
 */
const ASCENT = new Uint8Array(0x1_0000);
const DESCENT = new Uint8Array(0x1_0000);

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

setInk("ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ", "accented capital", "overshoot");
ASCENT.fill(ASCENTS.indexOf("ideograph"), 0x2e80);
ASCENT.fill(ASCENTS.indexOf("hangul"), 0xac00, 0xd7a4);
DESCENT.fill(DESCENTS.indexOf("ideograph"), 0x2e80);

export function inkAscent(text: string, { ascents }: Ink = USUAL_INK): number {
  return ascents[ASCENT[text.charCodeAt(0)] ?? 0] ?? 0;
}

export function inkDescent(text: string, { descents }: Ink = USUAL_INK): number {
  return descents[DESCENT[text.charCodeAt(0)] ?? 0] ?? 0;
}
