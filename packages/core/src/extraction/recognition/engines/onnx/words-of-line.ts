import type { Rect } from "../../../page/rect.ts";
import type { WordInImage } from "../../recognisers/image-recogniser.ts";
import type { LineImage } from "./line-image.ts";
import { type Gap, LineInk } from "./line-ink.ts";
import { projected, type Size } from "./perspective.ts";
import type { Point } from "./quad.ts";
import type { ReadCharacter } from "./ctc-decoder.ts";
import { middleOf, wordEnds } from "./word-ends.ts";

/** Where the baseline of a line image is, as a share of its height. */
const BASELINE = 0.78;

/** Half the width of the widest letters, as a share of the line's height. */
const HALF_LETTER = 0.5;

/** Characters of a word and the range of columns that is theirs. */
interface Word extends Gap {
  readonly characters: readonly ReadCharacter[];
}

/** Returns the words of a line with their places in the image: the model and the gaps between letters separate them. */
export function wordsOfLine(
  line: LineImage,
  characters: readonly ReadCharacter[],
  number: number,
): readonly WordInImage[] {
  const ink = new LineInk(line);
  return separated(characters, ink, line).map(({ characters: word, ...place }) => {
    const { x0, x1 } = ink.extent(place.x0, place.x1);
    const at = (x: number, y: number): Point => projected(line.toImage, { x, y });
    const start = at(x0, BASELINE * line.height);
    const end = at(x1, BASELINE * line.height);
    return {
      text: word.map(({ text }) => text).join(""),
      confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
      box: around([at(x0, 0), at(x1, 0), at(x1, line.height), at(x0, line.height)]),
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
  const between = wordEnds(characters, ink);
  const words: Word[] = [];
  let [start, x0] = [0, Math.max(0, middleOf(first) - HALF_LETTER * height)];
  for (const [index, { gap, isWordEnd }] of between.entries()) {
    if (!isWordEnd) continue;
    words.push({ characters: characters.slice(start, index + 1), x0, x1: middleOf(gap) });
    [start, x0] = [index + 1, middleOf(gap)];
  }
  const x1 = Math.min(width, middleOf(last) + HALF_LETTER * height);
  return [...words, { characters: characters.slice(start), x0, x1 }];
}

function around(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
