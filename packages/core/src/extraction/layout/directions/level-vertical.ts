import { GLYPH, type Glyphs, type PageContent } from "../../page/page-content.ts";

/** From the top of a vertical-writing glyph's em square to its baseline, in fractions of the size. */
const TOP_TO_BASELINE = 0.88;

/**
 * Largest step between centres of neighbouring glyphs in a row, and largest offset across it, in fractions of the size.
 */
const LONGEST_STEP = 1.8;
const OUT_OF_LINE = 0.1;

/** Largest step between centres of letters in a word, in fractions of the size. */
const LETTER_STEP = 1.1;

/** Half the advance of an isolated glyph, in fractions of the size. */
const UNKNOWN_HALF = 0.25;

/** A font counts as horizontal if it has this many horizontal steps per vertical one. */
const LEVEL_FACTOR = 2;

const DOWNWARDS = 90;

/** Vertical presentation forms of brackets and dashes. */
const TURNED = /[\ufe30-\ufe48]/gu;

/**
 * Makes glyphs of vertical fonts horizontal if they are placed one by one from left to right: the font declares
 * vertical writing, but the page reads across. Their widths are unknown and derived from the steps between them.
 */
export function withLevelVerticals(content: PageContent): PageContent {
  if (!content.fonts.some((font) => font.vertical)) return content;
  const balance = content.fonts.map(() => 0);
  const { count, font } = content.glyphs;
  for (let i = 1; i < count; i++) {
    const own = font[i] ?? 0;
    if (font[i - 1] !== own) continue;
    if (stepOf(content.glyphs, i) > 0) balance[own] = (balance[own] ?? 0) + 1;
    else if (isStepDown(content.glyphs, i)) balance[own] = (balance[own] ?? 0) - LEVEL_FACTOR;
  }
  const isLevel = content.fonts.map(({ vertical }, index) => vertical && (balance[index] ?? 0) > 0);
  if (!isLevel.includes(true)) return content;
  return {
    ...content,
    fonts: content.fonts.map((facts, index) => (isLevel[index] ? { ...facts, vertical: false } : facts)),
    glyphs: leveled(content.glyphs, isLevel),
  };
}

function leveled(glyphs: Glyphs, isLevel: readonly boolean[]): Glyphs {
  const [x, y, advance, angle] = [
    glyphs.x.slice(),
    glyphs.y.slice(),
    glyphs.advance.slice(),
    glyphs.angle.slice(),
  ];
  const text = glyphs.text.slice();
  for (let i = 0; i < glyphs.count; i++) {
    if (isLevel[glyphs.font[i] ?? 0] !== true || glyphs.angle[i] !== DOWNWARDS) continue;
    const size = glyphs.size[i] ?? 0;
    const before = halfStep(glyphs, i, i);
    const after = halfStep(glyphs, i + 1, i);
    const left = (glyphs.x[i] ?? 0) - (before || after || UNKNOWN_HALF * size);
    x[i] = left;
    y[i] = (glyphs.y[i] ?? 0) + TOP_TO_BASELINE * size;
    advance[i] = (glyphs.x[i] ?? 0) + (after || before || UNKNOWN_HALF * size) - left;
    angle[i] = 0;
    text[i] = (glyphs.text[i] ?? "").replace(TURNED, (sign) => sign.normalize("NFKC"));
  }
  return { ...glyphs, text, x, y, advance, angle };
}

/** Half the step from glyph `to - 1` to glyph `to` if both are letters of one word; 0 otherwise. */
function halfStep(glyphs: Glyphs, to: number, own: number): number {
  const step = stepOf(glyphs, to);
  const other = to === own ? own - 1 : to;
  const isBlank = ((glyphs.flags[other] ?? 0) & GLYPH.BLANK) !== 0;
  return isBlank || step > LETTER_STEP * (glyphs.size[own] ?? 0) ? 0 : step / 2;
}

/** The distance from the previous glyph to glyph `i` in the same row; 0 if they are in different rows. */
function stepOf({ count, x, y, size, angle }: Glyphs, i: number): number {
  if (i < 1 || i >= count || angle[i] !== DOWNWARDS || angle[i - 1] !== DOWNWARDS) return 0;
  const em = size[i] ?? 0;
  const step = (x[i] ?? 0) - (x[i - 1] ?? 0);
  const isInLine = Math.abs((y[i] ?? 0) - (y[i - 1] ?? 0)) < OUT_OF_LINE * em;
  return isInLine && step > 0 && step < LONGEST_STEP * em ? step : 0;
}

function isStepDown({ x, y, size }: Glyphs, i: number): boolean {
  const em = size[i] ?? 0;
  const step = (y[i] ?? 0) - (y[i - 1] ?? 0);
  return Math.abs((x[i] ?? 0) - (x[i - 1] ?? 0)) < OUT_OF_LINE * em && step > 0 && step < LONGEST_STEP * em;
}
