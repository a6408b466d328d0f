import type { AnalysedImage } from "../ink/analysed-image.ts";
import { unreadInk } from "../ink/unread-ink.ts";

/** Fewer pieces of ink take little time, whatever they are. */
const MANY_PIECES = 1500;

/** More than the densest page of print has. */
const TOO_MANY_PIECES = 20_000;

/** Letters stand in lines of many; of grain, leaves and screens, most pieces stand for themselves. */
const FEWEST_OF_A_LINE = 2;

/** Whether most of a picture's many pieces of ink are in no line of text, as of photographs and coarse grain. */
export function isStrewn({ components, letters: { height } }: AnalysedImage): boolean {
  if (height === 0 || components.count < MANY_PIECES) return false;
  const { lines, letters } = unreadInk(components, [], height);
  return letters > TOO_MANY_PIECES || (letters >= MANY_PIECES && letters < FEWEST_OF_A_LINE * lines.length);
}
