import type { Rect } from "../../../geometry/rect.ts";
import type { WordInImage } from "../image-recogniser.ts";
import type { LineImage } from "./line-image.ts";
import { type Gap, LineInk } from "./line-ink.ts";
import { withoutLookalikes } from "./lookalikes.ts";
import { projected, type Size } from "./perspective.ts";
import type { Point } from "./quad.ts";
import type { ReadCharacter } from "./ctc-decoder.ts";
import { wordConfidence } from "./word-confidence.ts";
import { middleOf, wordEnds } from "./word-ends.ts";

/** Half the width of the widest letters, as a share of the line's height. */
const HALF_LETTER = 0.5;

/**
 * Half of the least distance of two words, as a share of the line's height: between boxes that touch, the layout would
 * see no blank.
 */
const HALF_GAP = 0.06;

/** Characters of a word and the range of columns that is theirs. */
interface Word extends Gap {
  readonly characters: readonly ReadCharacter[];
  /** Probability of the least certain decision whether the word ends: inside it and at both ends. */
  readonly certainty: number;
}

/** Returns the words of a line with their places in the image: the model and the gaps between letters separate them. */
export function wordsOfLine(
  line: LineImage,
  characters: readonly ReadCharacter[],
  number: number,
): readonly WordInImage[] {
  const ink = new LineInk(line);
  const { top, baseline, bottom } = ink.rows();
  return separated(characters, ink, line).map(({ characters: word, certainty, ...place }) => {
    const { x0, x1 } = ink.extent(place.x0, place.x1);
    const at = (x: number, y: number): Point => projected(line.toImage, { x, y });
    const start = at(x0, baseline);
    const end = at(x1, baseline);
    return {
      text: withoutLookalikes(word)
        .map(({ text }) => text)
        .join(""),
      confidence: wordConfidence(word, certainty),
      box: around([at(x0, top), at(x1, top), at(x1, bottom), at(x0, bottom)]),
      baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y },
      line: number,
    };
  });
}

function separated(
  characters: readonly ReadCharacter[],
  ink: LineInk,
  { width, height }: Size,
): readonly Word[] {
  const [first] = characters;
  const last = characters.at(-1);
  if (!first || !last) return [];
  const words: Word[] = [];
  let [start, x0] = [0, Math.max(0, middleOf(first) - HALF_LETTER * height)];
  let certainty = 1;
  for (const [index, { gap, probability }] of wordEnds(characters, ink).entries()) {
    const here = Math.max(probability, 1 - probability);
    certainty = Math.min(certainty, here);
    if (probability <= 1 / 2) continue;
    const [end, next] = [middleOf(gap) - HALF_GAP * height, middleOf(gap) + HALF_GAP * height];
    words.push({ characters: characters.slice(start, index + 1), certainty, x0, x1: end });
    [start, x0, certainty] = [index + 1, next, here];
  }
  const x1 = Math.min(width, middleOf(last) + HALF_LETTER * height);
  return [...words, { characters: characters.slice(start), certainty, x0, x1 }];
}

function around(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
