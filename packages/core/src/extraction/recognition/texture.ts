import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import { type ReadLine, sensesOf } from "../raster/orientation.ts";
import type { PreparedPage } from "../raster/prepare-page.ts";
import { letterScore } from "./confidence.ts";

/** Of fewer pieces of ink, everything can be tried in little time. */
const MANY_PIECES = 1500;

/** A page of print of which less than this share was read may still be print. */
const HARDLY_READ = 0.1;

/** As letters times their confidence: what the longest lines of print give by themselves at the least. */
const LEAST_OF_LINES = 30;

/** A page as it was read, with how many of its pieces of ink look like letters. */
interface Reading {
  readonly page: PreparedPage;
  readonly words: readonly RecognisedWord[];
  readonly letters: number;
}

/**
 * Whether the many pieces of ink are grain, cloth or the screen of a photograph: neither the page nor its longest
 * lines, whichever way up, say anything.
 */
export function isTexture({ page, words, letters }: Reading, readLine: ReadLine): boolean {
  if (letters < MANY_PIECES || letterScore(words) >= HARDLY_READ * letters) return false;
  const { upright, upsideDown } = sensesOf(page.bare, readLine);
  return Math.max(upright, upsideDown) < LEAST_OF_LINES;
}
