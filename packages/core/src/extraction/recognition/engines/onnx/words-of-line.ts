import type { Rect } from "../../../page/rect.ts";
import type { WordInImage } from "../../recognisers/image-recogniser.ts";
import type { LineImage } from "./line-image.ts";
import { projected } from "./perspective.ts";
import type { Point } from "./quad.ts";
import type { ReadCharacter } from "./text-recognition.ts";

/** Where the baseline of a line image is, as a share of its height. */
const BASELINE = 0.78;

/** Returns the words of a line with their places in the image: spaces separate them. */
export function wordsOfLine(
  line: LineImage,
  characters: readonly ReadCharacter[],
  number: number,
): readonly WordInImage[] {
  const words: ReadCharacter[][] = [[]];
  for (const character of characters) {
    if (character.text.trim() === "") words.push([]);
    else words.at(-1)?.push(character);
  }
  return words.flatMap((word) => {
    const [first] = word;
    const last = word.at(-1);
    if (!first || !last) return [];
    const [x0, x1] = [first.x0, Math.min(line.width, last.x1)];
    const at = (x: number, y: number): Point => projected(line.toImage, { x, y });
    const start = at(x0, BASELINE * line.height);
    const end = at(x1, BASELINE * line.height);
    return [
      {
        text: word.map(({ text }) => text).join(""),
        confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
        box: around([at(x0, 0), at(x1, 0), at(x1, line.height), at(x0, line.height)]),
        baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y },
        line: number,
      },
    ];
  });
}

function around(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
