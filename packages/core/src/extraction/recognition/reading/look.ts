import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import type { PageAndBoxes } from "../pictures/boxes-taken-out.ts";
import { letterScore } from "../words/confidence.ts";
import { withAmountsWhole } from "../words/signs/whole-amounts.ts";
import { wordHeight } from "../words/word-height.ts";
import { moreCertainWords } from "../words/more-certain-words.ts";

/** A prepared picture and the words recognised in it. */
export interface Look extends PageAndBoxes {
  readonly words: readonly RecognisedWord[];
  /** False if lines were skipped because the line limit was reached. */
  readonly isWhole: boolean;
  /** Number of connected components that look like letters. */
  readonly letters: number;
  /** Share of these that is covered by words. */
  readonly read: number;
  /** No further passes: the first was cut off, or the picture is texture. */
  readonly isFinal: boolean;
}

export function lookFor({ page, boxes: checkBoxes }: PageAndBoxes, { words, isWhole }: LinesRead): Look {
  const boxes = words.map(({ box }) => box);
  const { letters, read } = unreadInk(page.bare.components, boxes, wordHeight(words, page.image.dpi));
  return { page, boxes: checkBoxes, words, letters, read, isWhole, isFinal: false };
}

export function bestOf(looks: readonly Look[]): Look {
  return looks.reduce((best, look) => (letterScore(look.words) > letterScore(best.words) ? look : best));
}

/** Returns a column with the words of another pass over the same picture; at each place the more certain reading is kept. */
export function withMore(look: Look, words: readonly RecognisedWord[]): Look {
  const both = moreCertainWords(withAmountsWhole(look.words), withAmountsWhole(words));
  return lookFor(look, { words: both, lines: 0, isWhole: look.isWhole });
}
