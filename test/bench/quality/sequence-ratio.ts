/** In texts at least this long, characters that make up more than a hundredth start no match. */
const LONG_TEXT = 200;

/**
 * The result of Python's `difflib.SequenceMatcher(None, a, b).ratio()`: twice the characters in matching
 * blocks divided by the sum of the lengths. Frequent characters of a long `b` start no match ("autojunk"), so
 * the order of the arguments matters.
 */
export function sequenceRatio(a: string, b: string): number {
  const [own, other] = [Array.from(a), Array.from(b)];
  if (own.length + other.length === 0) return 1;
  const places = telling(placesOf(other), other.length);
  let matched = 0;
  const parts: Part[] = [{ fromA: 0, toA: own.length, fromB: 0, toB: other.length }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const block = longestBlock(own, other, places, part);
    if (block.length === 0) continue;
    matched += block.length;
    parts.push({ ...part, toA: block.a, toB: block.b });
    parts.push({ ...part, fromA: block.a + block.length, fromB: block.b + block.length });
  }
  return (2 * matched) / (own.length + other.length);
}

/** A range in each of the texts; ends are exclusive. */
interface Part {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

interface Block {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

function placesOf(text: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, character] of text.entries()) {
    const own = places.get(character);
    if (own === undefined) places.set(character, [at]);
    else own.push(at);
  }
  return places;
}

function telling(
  places: ReadonlyMap<string, readonly number[]>,
  length: number,
): ReadonlyMap<string, readonly number[]> {
  if (length < LONG_TEXT) return places;
  const most = Math.floor(length / 100) + 1;
  return new Map([...places].filter(([, own]) => own.length <= most));
}

/**
 * The longest block, of several the first in `a` and then in `b`, extended over frequent characters at its
 * ends.
 */
function longestBlock(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { fromA, toA, fromB, toB }: Part,
): Block {
  let best: Block = { a: fromA, b: fromB, length: 0 };
  let above = new Map<number, number>();
  for (let i = fromA; i < toA; i++) {
    const lengths = new Map<number, number>();
    for (const j of places.get(a[i] ?? "") ?? []) {
      if (j < fromB) continue;
      if (j >= toB) break;
      const length = (above.get(j - 1) ?? 0) + 1;
      lengths.set(j, length);
      if (length > best.length) best = { a: i - length + 1, b: j - length + 1, length };
    }
    above = lengths;
  }
  let { a: startA, b: startB, length } = best;
  while (startA > fromA && startB > fromB && a[startA - 1] === b[startB - 1]) {
    startA--;
    startB--;
    length++;
  }
  while (startA + length < toA && startB + length < toB && a[startA + length] === b[startB + length])
    length++;
  return { a: startA, b: startB, length };
}
