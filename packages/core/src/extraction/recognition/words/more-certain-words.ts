import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type Rect, sharedHeight, sharedWidth } from "../../geometry/rect.ts";

/** Words of two readings are at the same place if they share this much of the lower height and the smaller width. */
const SHARED_HEIGHT = 0.4;
const SHARED_WIDTH = 0.3;

/** An amount with two decimals: recognisers lose decimal points, but they rarely invent them. */
const AMOUNT = /\d[.,]\d\d(?!\d)/u;

/** Added to the confidence of words that include an amount. */
const OF_AMOUNT = 0.1;

/**
 * Returns the words of two readings of the same picture: at each place those of the reading that is more certain, in
 * the lines of the first reading.
 */
export function moreCertainWords(
  first: readonly RecognisedWord[],
  second: readonly RecognisedWord[],
): readonly RecognisedWord[] {
  const places = placesOf(first, second);
  const lineOf = linesInFirst(first, places);
  const words = places.flatMap(({ one, other }) =>
    certaintyOf(other) > certaintyOf(one)
      ? other.map((word) => ({ ...word, line: one[0]?.line ?? lineOf(word.line) }))
      : one,
  );
  return words.toSorted((a, b) => a.line - b.line || a.box.x0 - b.box.x0);
}

/** What two readings have at the same place; one of them may be empty. */
interface Place {
  readonly one: readonly RecognisedWord[];
  readonly other: readonly RecognisedWord[];
}

/** Groups words that overlap, directly or by way of words of the other reading. */
function placesOf(first: readonly RecognisedWord[], second: readonly RecognisedWord[]): readonly Place[] {
  let places: readonly Place[] = first.map((word) => ({ one: [word], other: [] }));
  for (const word of second) {
    const touched = places.filter(({ one }) => one.some(({ box }) => isSamePlace(box, word.box)));
    const place = {
      one: touched.flatMap(({ one }) => one),
      other: [...touched.flatMap(({ other }) => other), word],
    };
    places = [...places.filter((other) => !touched.includes(other)), place];
  }
  return places;
}

/** Whether words of two readings are at the same place. */
export function isSamePlace(one: Rect, other: Rect): boolean {
  return (
    sharedHeight(one, other) > SHARED_HEIGHT * Math.min(one.y1 - one.y0, other.y1 - other.y0) &&
    sharedWidth(one, other) > SHARED_WIDTH * Math.min(one.x1 - one.x0, other.x1 - other.x0)
  );
}

/** Mean confidence of the characters. */
function certaintyOf(words: readonly RecognisedWord[]): number {
  if (words.length === 0) return 0;
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const mean = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / characters;
  return mean + (words.some(({ text }) => AMOUNT.test(text)) ? OF_AMOUNT : 0);
}

/** The line of the first reading that most words of each line of the second share; new lines come last. */
function linesInFirst(
  first: readonly RecognisedWord[],
  places: readonly Place[],
): (lineOfSecond: number) => number {
  const last = first.reduce((most, { line }) => Math.max(most, line), 0);
  const shared = new Map<number, Map<number, number>>();
  for (const { one, other } of places) {
    const [known] = one;
    if (!known) continue;
    for (const { line } of other) {
      const counts = shared.get(line) ?? new Map<number, number>();
      shared.set(line, counts.set(known.line, (counts.get(known.line) ?? 0) + 1));
    }
  }
  return (line) => {
    const [most] = [...(shared.get(line) ?? [])].toSorted(([, one], [, other]) => other - one);
    return most?.[0] ?? last + line;
  };
}
