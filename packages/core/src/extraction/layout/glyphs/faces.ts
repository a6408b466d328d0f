import type { FontFacts } from "../../page/page-content.ts";

/** Extents of a typeface's letters from the baseline, in fractions of the font size; depths are positive. */
export interface FaceHeights {
  /** Height of capitals and figures. */
  readonly capital: number;
  /** Height of letters such as b and d. */
  readonly ascender: number;
  readonly xHeight: number;
  /** Depth of letters such as g and p. */
  readonly descender: number;
  /** Height and depth of brackets. */
  readonly bracketTop: number;
  readonly bracketDepth: number;
}

/** Default: between Helvetica and Times, whose cap heights are 0.72 and 0.66. */
export const USUAL_FACE = {
  capital: 0.7,
  ascender: 0.69,
  xHeight: 0.5,
  descender: 0.21,
  bracketTop: 0.73,
  bracketDepth: 0.21,
} as const satisfies FaceHeights;

/**
 * Common typefaces whose descriptors give the line height, or nothing, instead of the letter heights. The values were
 * measured on their outlines.
 */
const KNOWN: readonly (readonly [name: RegExp, heights: Partial<FaceHeights>])[] = [
  [
    /^(?:CMTT|SFTT|LMMono)/,
    {
      capital: 0.62,
      ascender: 0.62,
      xHeight: 0.44,
      descender: 0.225,
      bracketTop: 0.694,
      bracketDepth: 0.083,
    },
  ],
  [
    /^(?:CM|SF[A-Z]{2}\d|LMRoman)/,
    { capital: 0.683, ascender: 0.7, xHeight: 0.44, descender: 0.2, bracketTop: 0.75, bracketDepth: 0.25 },
  ],
  [
    /Minion/,
    { capital: 0.66, ascender: 0.72, xHeight: 0.45, descender: 0.236, bracketTop: 0.72, bracketDepth: 0.19 },
  ],
  [
    /Noto ?Sans(?!.*CJK)|Open ?Sans|Droid ?Sans/,
    {
      capital: 0.724,
      ascender: 0.766,
      xHeight: 0.545,
      descender: 0.24,
      bracketTop: 0.714,
      bracketDepth: 0.165,
    },
  ],
  [
    /DejaVu|Verdana|Vera/,
    {
      capital: 0.735,
      ascender: 0.76,
      xHeight: 0.555,
      descender: 0.21,
      bracketTop: 0.76,
      bracketDepth: 0.135,
    },
  ],
  [
    /Times|NimbusRom|Termes|LiberationSerif/,
    {
      capital: 0.67,
      ascender: 0.683,
      xHeight: 0.46,
      descender: 0.217,
      bracketTop: 0.676,
      bracketDepth: 0.177,
    },
  ],
  [
    /Courier|NimbusMon|LiberationMono/,
    { capital: 0.58, ascender: 0.625, xHeight: 0.44, descender: 0.17, bracketTop: 0.63, bracketDepth: 0.12 },
  ],
];

/** Declared ascents and descents outside these bounds describe the line height, not the letters. */
const TALLEST_ASCENDER = 1.05;
const LONGEST_DESCENDER = 0.26;
const SHORTEST_DESCENDER = 0.15;

const SUBSET_TAG = /^[A-Z]{6}\+/;

/** The letter heights of a font, derived from its name and declared metrics. */
export function faceOf(font: FontFacts | undefined): FaceHeights {
  if (font === undefined) return USUAL_FACE;
  const name = font.name.replace(SUBSET_TAG, "");
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1];
  return { ...USUAL_FACE, ...declaredHeights(font), ...known };
}

function declaredHeights({ capHeight, ascent, descent }: FontFacts): Partial<FaceHeights> {
  if (capHeight === undefined) return {};
  const isAscender = ascent >= capHeight && ascent <= TALLEST_ASCENDER * capHeight;
  const isDescender = -descent >= SHORTEST_DESCENDER && -descent <= LONGEST_DESCENDER;
  return {
    capital: capHeight,
    ascender: isAscender ? ascent : Math.max(USUAL_FACE.ascender, capHeight),
    ...(isAscender && isDescender && { descender: -descent }),
  };
}
