import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type ReadLine, sensesOf } from "../../raster/geometry/orientation.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import { isStrewn } from "../../raster/clean-up/scattered-ink.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import { letterScore } from "./confidence.ts";

/** With fewer components, all passes are fast enough. */
const MANY_PIECES = 1500;

/** If at least this share of the letters was read, the page is not texture. */
const HARDLY_READ = 0.1;

/** Minimum letter score of the longest lines of a printed page. */
const LEAST_OF_LINES = 30;

interface Reading {
  readonly page: PreparedPage;
  readonly words: readonly RecognisedWord[];
}

/**
 * Whether the components are texture, such as grain, cloth or halftone: almost nothing was read, and either most
 * components are not in lines or the longest lines are illegible both upright and upside down.
 */
export async function isTexture({ page, words }: Reading, readLine: ReadLine): Promise<boolean> {
  // Uses the height of the page's letters, because the height of words read from noise means nothing.
  const { letters } = unreadInk(page.bare.components, [], page.bare.letters.height);
  if (letters < MANY_PIECES || letterScore(words) >= HARDLY_READ * letters) return false;
  if (isStrewn(page.bare)) return true;
  const { upright, upsideDown } = await sensesOf(page.bare, readLine);
  return Math.max(upright.score, upsideDown.score) < LEAST_OF_LINES;
}
