import { wordHeight } from "../words/word-height.ts";
import type { Look } from "./look.ts";

/** If words are this many times as high as the components, strokes are broken: print of dots, or faint. */
const BROKEN = 2.2;

/** Radius of the blur that joins broken strokes, as a share of the word height. */
const JOINS = 1 / 16;

/** Lower words, in pixels, are read better enlarged. */
const TINY = 11;

/** Returns the radius of the blur, in pixels, that joins the broken strokes of a picture; 0 if they are whole. */
export function blurForBrokenPrint({ words, page }: Look): number {
  const height = wordHeight(words, page.image.dpi);
  const isBroken = words.length > 0 && height > BROKEN * page.bare.letters.height;
  return isBroken ? height * JOINS : 0;
}

export function isTiny({ words, page }: Look): boolean {
  return words.length === 0 || wordHeight(words, page.image.dpi) < TINY;
}
