import type { DirectionRows } from "../../layout/layout-page.ts";
import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { UNTAGGED } from "../../page/page-tags.ts";
import type { Piece } from "../geometry/piece.ts";
import { WORD, wordAt } from "../geometry/words-at.ts";

/** A part of a row that belongs to one run of tagged content. */
export interface TaggedPiece {
  readonly piece: Piece;
  readonly row: Row;
  /** The index of its run, or `UNTAGGED` or `ARTIFACT`. */
  readonly run: number;
  /** Where it is in the reading order of the tags. */
  readonly order: number;
}

export interface TaggedRows {
  readonly direction: DirectionRows;
  readonly pieceOf: (segment: Segment) => Piece;
  readonly runOf: readonly number[];
}

/** Pieces of a page, and how many of its segments mix runs. */
export interface TaggedText {
  readonly pieces: readonly TaggedPiece[];
  readonly segments: number;
  /** Segments in which the words of several runs alternate. */
  readonly alternating: number;
}

/** Cuts the rows of a direction where their words belong to different runs. */
export function taggedText({ direction, pieceOf, runOf }: TaggedRows): TaggedText {
  const pieces: TaggedPiece[] = [];
  let segments = 0;
  let alternating = 0;
  for (const row of direction.rows) {
    for (const segment of row.segments) {
      segments++;
      const parts = partsOf(segment, direction.glyphs, runOf);
      if (parts.length > new Set(parts.map(({ run }) => run)).size) alternating++;
      for (const { segment: own, run } of parts)
        pieces.push({ piece: pieceOf(own), row, run, order: orderOf(own, direction.glyphs) });
    }
  }
  return { pieces, segments, alternating };
}

interface Part {
  readonly segment: Segment;
  readonly run: number;
}

function partsOf(segment: Segment, glyphs: ReadingGlyphs, runOf: readonly number[]): readonly Part[] {
  const { glyphs: members = new Int32Array(0) } = segment;
  let first = UNTAGGED;
  for (let k = 0; k < members.length; k++) {
    const run = runAt(glyphs.marked(members[k] ?? 0), runOf);
    if (first === UNTAGGED) first = run;
    else if (run !== UNTAGGED && run !== first) return partsByWord(segment, { glyphs, members, runOf });
  }
  return [{ segment, run: first }];
}

function runAt(mark: number, runOf: readonly number[]): number {
  return mark < 0 ? mark : (runOf[mark] ?? UNTAGGED);
}

interface Members {
  readonly glyphs: ReadingGlyphs;
  readonly members: Int32Array;
  readonly runOf: readonly number[];
}

/** Splits a segment between words of different runs; a word belongs to the run of most of its glyphs. */
function partsByWord(segment: Segment, { glyphs, members, runOf }: Members): readonly Part[] {
  const { words } = segment;
  const runs = Array.from(members, (i) => runAt(glyphs.marked(i), runOf));
  const ofWord: number[][] = Array.from({ length: words.length / WORD }, () => []);
  for (const [k, i] of members.entries()) {
    const middle = (glyphs.left(i) + glyphs.right(i)) / 2;
    ofWord[wordAt(words, middle)]?.push(k);
  }
  const parts: { readonly run: number; readonly from: number; end: number; readonly members: number[] }[] =
    [];
  for (const [word, own] of ofWord.entries()) {
    const run = mostOf(own.map((k) => runs[k] ?? UNTAGGED).filter((one) => one !== UNTAGGED));
    const last = parts.at(-1);
    const indices = own.map((k) => members[k] ?? 0);
    if (last !== undefined && (run === undefined || run === last.run)) {
      last.end = word + 1;
      last.members.push(...indices);
    } else {
      parts.push({ run: run ?? UNTAGGED, from: word, end: word + 1, members: indices });
    }
  }
  return parts.map(({ run, from, end, members: own }) => ({
    run,
    segment: partOf(segment, from, end, own),
  }));
}

function mostOf(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** The words of a segment from `from` to `end`, exclusive. */
function partOf(segment: Segment, from: number, end: number, members: readonly number[]): Segment {
  const own = segment.words.slice(from * WORD, end * WORD);
  const start = from === 0 ? 0 : (own[0] ?? 0);
  const isLast = end * WORD >= segment.words.length;
  const text = segment.text.slice(start, isLast ? undefined : own.at(-WORD + 1)).trimEnd();
  const { x0, x1 } = extentOf(own);
  const whole = extentOf(segment.words);
  // The positions of a right-to-left row are mirrored, those of its words are not.
  const isMirrored = Math.abs(segment.x0 - whole.x0) > MIRRORED;
  const sides = segment.x0 + whole.x1;
  return {
    ...segment,
    text,
    cells: text.length,
    x0: isMirrored ? sides - x1 : x0,
    x1: isMirrored ? sides - x0 : x1,
    isSeparated: from === 0 && segment.isSeparated,
    glyphs: Int32Array.from(members),
    words: own.map((value, at) => (at % WORD < 2 ? value - start : value)),
  };
}

/** Positions that differ by more than this, in points, are mirrored. */
const MIRRORED = 2;

function extentOf(words: readonly number[]): { readonly x0: number; readonly x1: number } {
  let x0 = Infinity;
  let x1 = -Infinity;
  for (let at = 0; at < words.length; at += WORD) {
    x0 = Math.min(x0, words[at + 2] ?? x0);
    x1 = Math.max(x1, words[at + 4] ?? x1);
  }
  return { x0, x1 };
}

/** Marked content in reading order, then its glyphs as they are drawn; of untagged text, only the latter. */
function orderOf({ glyphs: members = new Int32Array(0) }: Segment, glyphs: ReadingGlyphs): number {
  let tagged = Infinity;
  let drawn = Infinity;
  for (let k = 0; k < members.length; k++) {
    const i = members[k] ?? 0;
    const mark = glyphs.marked(i);
    drawn = Math.min(drawn, i);
    if (mark >= 0) tagged = Math.min(tagged, mark * MOST_GLYPHS + i);
  }
  return tagged === Infinity ? drawn : tagged;
}

/** More than any page has. */
const MOST_GLYPHS = 2 ** 24;
