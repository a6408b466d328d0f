import { wordHeight } from "../words/word-height.ts";
import type { Look } from "./look.ts";

/** If words are this many times as high as the components, strokes are broken: print of dots, or faint. */
const BROKEN = 2.2;

/** Radius of the blur that joins broken strokes, and of one that softens whole ones, as a share of the word height. */
const JOINS = 1 / 16;
const SOFTENS = 1 / 28;

/** Lower words, in pixels, are read better enlarged. */
const TINY = 11;

/** Whether most strokes are broken into pieces. */
export function isBroken({ words, page }: Look): boolean {
  return words.length > 0 && wordHeight(words, page.image.dpi) > BROKEN * page.bare.letters.height;
}

/** Returns the radius of the blur, in pixels, with which a picture is read again. */
export function blurForPrint(look: Look): number {
  return wordHeight(look.words, look.page.image.dpi) * (isBroken(look) ? JOINS : SOFTENS);
}

export function isTiny({ words, page }: Look): boolean {
  return words.length === 0 || wordHeight(words, page.image.dpi) < TINY;
}
