import { type Rect, union } from "../../../geometry/rect.ts";
import type { PlacedWord } from "../../words/placed-word.ts";
import { grouped } from "./grouped.ts";
import { type FreeLine, freeLinesOf, linesFor } from "./free-lines.ts";
import type { KnownPlaces } from "./known-places.ts";
import { type CharacterMatches, keyOf, matchCharacters } from "./match-characters.ts";

/** A text is matched again with the words left over, because its columns may be in another order; at most so often. */
const MOST_PASSES = 4;

/** A word has the place of its letters if at least this share of them was found, and of those between them. */
const FOUND = 0.6;

/** A known word is in the text if at least this share of its letters is. */
const NEARLY_ALL = 0.75;

/** Words of the text found exactly are as certain as native text can make them; those found in part are less so. */
const EXACT = 0.95;
const SIMILAR = 0.85;
/** Words that were not found: they get a place in their line or region. */
const APPROXIMATE = 0.6;

/** Widths of characters in multiples of the font size, for words without a place. */
const CHARACTER = 0.5;

export interface PlacedText {
  readonly words: readonly PlacedWord[];
  /** Number of words that have only the place of their line or region. */
  readonly approximate: number;
  /** The known words that were found in the text with nearly all of their letters. */
  readonly found: ReadonlySet<PlacedWord>;
}

interface Token {
  readonly text: string;
  readonly key: string;
  /** Line of the text. */
  readonly row: number;
  place?: PlacedWord;
}

/**
 * Gives the words of a text places: those of the same letters among known words, otherwise a place in the line between
 * their neighbours, otherwise in a line of unread ink at the same height.
 */
export function placedWords(rows: readonly (readonly string[])[], known: KnownPlaces): PlacedText {
  const tokens = rows.flatMap((words, row) => words.map((text): Token => ({ text, key: keyOf(text), row })));
  const { used, found } = placeFound(tokens, known.words);
  const placed = new Set(tokens.filter(({ place }) => place));
  const free = freeLinesOf(known, used);
  placeWholeRows(tokens, known, free);
  placeBeside(tokens, known.region);
  return {
    words: tokens.flatMap(({ place }) => place ?? []),
    approximate: tokens.filter((token) => token.place && !placed.has(token)).length,
    found,
  };
}

/** Known words whose places are taken, and those of them that are nearly the same as in the text. */
interface FoundWords {
  readonly used: ReadonlySet<PlacedWord>;
  readonly found: ReadonlySet<PlacedWord>;
}

/** Places tokens at the known words with the same letters. */
function placeFound(tokens: readonly Token[], words: readonly PlacedWord[]): FoundWords {
  const used = new Set<PlacedWord>();
  const found = new Set<PlacedWord>();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const given = tokens.filter(({ place, key }) => !place && key !== "");
    const known = words.filter((word) => !used.has(word) && keyOf(word.text) !== "");
    const matches = matchCharacters(
      given.map(({ key }) => key),
      known.map(({ text }) => keyOf(text)),
    );
    const before = used.size;
    for (const [index, token] of given.entries()) {
      const letters = lettersOf(token, matches.starts[index] ?? 0, { known, matches });
      const place = placeAt(token, letters);
      if (!place) continue;
      token.place = place;
      const all = [...letters];
      for (const [word] of all) used.add(word);
      const same = all.filter(([{ text }, { count }]) => count >= NEARLY_ALL * keyOf(text).length);
      for (const [word] of same) found.add(word);
    }
    if (used.size === before) break;
  }
  return { used, found };
}

/** First and last letter of a known word that was found, and number of letters. */
interface LettersOfWord {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

type Letters = ReadonlyMap<PlacedWord, LettersOfWord>;

/** The known words that have letters of a token, whose characters begin at `start`. */
function lettersOf(
  { key }: Token,
  start: number,
  { known, matches }: { readonly known: readonly PlacedWord[]; readonly matches: CharacterMatches },
): Letters {
  const letters = new Map<PlacedWord, LettersOfWord>();
  for (let i = start; i < start + key.length; i++) {
    const word = known[matches.word[i] ?? -1];
    if (!word) continue;
    const at = matches.at[i] ?? 0;
    const { first, count } = letters.get(word) ?? { first: at, count: 0 };
    letters.set(word, { first: Math.min(first, at), last: at, count: count + 1 });
  }
  return letters;
}

function placeAt({ text, key }: Token, letters: Letters): PlacedWord | undefined {
  const parts = lettersOfOneLine(letters);
  const count = parts.reduce((sum, [, found]) => sum + found.count, 0);
  const [first] = parts;
  const reach = parts.reduce((sum, [, { first: start, last }]) => sum + last - start + 1, 0);
  if (!first || count < FOUND * Math.max(key.length, reach) || (count < 2 && key.length > 1))
    return undefined;
  const [word, { first: from }] = first;
  const [lastWord, { last: to }] = parts.at(-1) ?? first;
  const isWhole =
    from === 0 && to === keyOf(lastWord.text).length - 1 && parts.length === 1 && count === key.length;
  const confidence = isWhole ? Math.max(word.confidence, EXACT) : SIMILAR;
  if (word === lastWord) return { ...part(word, from, to + 1), text, confidence };
  const start = part(word, from, Infinity);
  const end = part(lastWord, 0, to + 1);
  const box = union(start.box, end.box);
  const advance = Math.hypot(end.x - start.x, end.y - start.y) + end.advance;
  return { ...start, text, confidence, advance, box };
}

/** The letters in the line that has most of them: a word does not continue in another line. */
function lettersOfOneLine(letters: Letters): readonly (readonly [PlacedWord, LettersOfWord])[] {
  const counts = new Map<number, number>();
  for (const [{ line }, { count }] of letters) counts.set(line, (counts.get(line) ?? 0) + count);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best ? [...letters].filter(([{ line }]) => line === best[0]) : [];
}

/** Part of a word, by its letters and digits; all of a word that is not level. */
function part(word: PlacedWord, from: number, to: number): PlacedWord {
  const letters = keyOf(word.text).length;
  const end = Math.min(to, letters);
  if (Math.abs(word.angle) > 45 || (from === 0 && end === letters)) return word;
  const { x0, x1 } = word.box;
  const width = x1 - x0;
  const [left, right] = [x0 + (width * from) / letters, x0 + (width * end) / letters];
  const advance = word.advance * ((right - left) / width);
  return { ...word, x: word.x + left - x0, advance, box: { ...word.box, x0: left, x1: right } };
}

/** Places rows without any found word in free lines between their neighbours. */
function placeWholeRows(tokens: readonly Token[], { region }: KnownPlaces, free: readonly FreeLine[]): void {
  const order = grouped(tokens, ({ row }) => row);
  for (let at = 0; at < order.length;) {
    const run: (readonly Token[])[] = [];
    while (at + run.length < order.length && (order[at + run.length] ?? []).every(({ place }) => !place)) {
      run.push(order[at + run.length] ?? []);
    }
    if (run.length > 0)
      placeRun(
        run,
        { above: lowest(order[at - 1]), below: highest(order[at + run.length]) },
        { region, free },
      );
    at += run.length + 1;
  }
}

function placeRun(
  run: readonly (readonly Token[])[],
  { above, below }: { readonly above: number | undefined; readonly below: number | undefined },
  { region, free }: { readonly region: Rect; readonly free: readonly FreeLine[] },
): void {
  const [top, bottom] = [above ?? region.y0, below ?? region.y1];
  const between = { ...region, y0: Math.min(top, bottom), y1: Math.max(top, bottom) };
  const lengths = run.map((tokens) => tokens.reduce((sum, { text }) => sum + text.length + 1, -1));
  for (const [index, line] of linesFor(lengths, between, free).entries()) {
    placeInLine(run[index] ?? [], line);
  }
}

function placeInLine(tokens: readonly Token[], { box, line, size }: FreeLine): void {
  const characters = tokens.reduce((sum, { text }) => sum + text.length + 1, -1);
  const width = (box.x1 - box.x0) / Math.max(1, characters);
  let x = box.x0;
  for (const token of tokens) {
    const x1 = x + token.text.length * width;
    token.place = levelWord(token.text, { ...box, x0: x, x1 }, { line, size });
    x = x1 + width;
  }
}

/** Places what is left beside the nearest placed word of its row. */
function placeBeside(tokens: readonly Token[], region: Rect): void {
  for (const row of grouped(tokens, ({ row: number }) => number)) {
    for (let at = 0; at < row.length;) {
      const run: Token[] = [];
      for (let token = row[at]; token && !token.place; token = row[at + run.length]) run.push(token);
      if (run.length > 0)
        placeBetween(run, row[at - 1]?.place, { after: row[at + run.length]?.place, region });
      at += run.length + 1;
    }
  }
}

function placeBetween(
  run: readonly Token[],
  before: PlacedWord | undefined,
  { after, region }: { readonly after: PlacedWord | undefined; readonly region: Rect },
): void {
  const beside = before ?? after;
  if (!beside) return;
  const { line, size } = beside;
  const characters = run.reduce((sum, { text }) => sum + text.length + 1, 1);
  const wanted = characters * size * CHARACTER;
  const isBetween = before && after && before.line === after.line && after.box.x0 > before.box.x1;
  const from = before ? before.box.x1 : Math.max(region.x0, (after?.box.x0 ?? 0) - wanted);
  const to = isBetween ? after.box.x0 : before ? Math.min(region.x1, from + wanted) : (after?.box.x0 ?? 0);
  const width = Math.max(0.01 * size, to - from) / characters;
  placeInLine(run, {
    box: { ...beside.box, x0: from + width, x1: from + width * characters },
    line,
    size,
  });
}

/** A level word whose baseline is at the usual height of its box. */
function levelWord(text: string, box: Rect, { line, size }: Pick<PlacedWord, "line" | "size">): PlacedWord {
  const y = box.y1 - BELOW * (box.y1 - box.y0);
  return { text, confidence: APPROXIMATE, box, line, size, x: box.x0, y, advance: box.x1 - box.x0, angle: 0 };
}

/** Share of a line's height below its baseline. */
const BELOW = 0.2;

function lowest(row: readonly Token[] | undefined): number | undefined {
  const bottoms = (row ?? []).flatMap(({ place }) => (place ? [place.box.y1] : []));
  return bottoms.length === 0 ? undefined : Math.max(...bottoms);
}

function highest(row: readonly Token[] | undefined): number | undefined {
  const tops = (row ?? []).flatMap(({ place }) => (place ? [place.box.y0] : []));
  return tops.length === 0 ? undefined : Math.min(...tops);
}
