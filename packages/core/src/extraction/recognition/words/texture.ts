import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type ReadLine, sensesOf } from "../../raster/geometry/orientation.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import { isStrewn } from "../../raster/clean-up/scattered-ink.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import { letterScore } from "./confidence.ts";

/** Of fewer pieces of ink, everything can be tried in little time. */
const MANY_PIECES = 1500;

/** A page of print of which less than this share was read may still be print. */
const HARDLY_READ = 0.1;

/** As letters times their confidence: what the longest lines of print give by themselves at the least. */
const LEAST_OF_LINES = 30;

interface Reading {
  readonly page: PreparedPage;
  readonly words: readonly RecognisedWord[];
}

/**
 * Whether the many pieces of ink are grain, cloth or the screen of a photograph: the page says next to nothing, and most
 * of its pieces are in no line, or its longest lines say nothing, whichever way up.
 */
export function isTexture({ page, words }: Reading, readLine: ReadLine): boolean {
  // By the page's own letters: of noise that was read as words, the height says nothing.
  const { letters } = unreadInk(page.bare.components, [], page.bare.letters.height);
  if (letters < MANY_PIECES || letterScore(words) >= HARDLY_READ * letters) return false;
  if (isStrewn(page.bare)) return true;
  const { upright, upsideDown } = sensesOf(page.bare, readLine);
  return Math.max(upright, upsideDown) < LEAST_OF_LINES;
}
