import type { AnalysedImage } from "../ink/analysed-image.ts";
import { unreadInk } from "../ink/unread-ink.ts";

/** Fewer components take little time to process, whatever they are. */
const MANY_PIECES = 1500;

/** More components than the densest page of print has. */
const TOO_MANY_PIECES = 20_000;

/** Minimum mean number of letters per line; in grain, leaves and halftone, most components are isolated. */
const FEWEST_OF_A_LINE = 2;

/** Whether most of an image's many components are outside lines of text, as in photographs and coarse grain. */
export function isStrewn({ components, letters: { height } }: AnalysedImage): boolean {
  if (height === 0 || components.count < MANY_PIECES) return false;
  const { lines, letters } = unreadInk(components, [], height);
  return letters > TOO_MANY_PIECES || (letters >= MANY_PIECES && letters < FEWEST_OF_A_LINE * lines.length);
}
