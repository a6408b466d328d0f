import type { Citation } from "@galley/core/domain";
import type { Rect } from "@galley/core";
import type { DocumentWord, FieldDocument } from "../document/field-document.ts";

/** Words of a line that stand together: a label, a value, a cell of a table. */
export interface Segment {
  /** Counted from 1. */
  readonly page: number;
  /** Counted from 0, as lines of the page's text. */
  readonly line: number;
  readonly words: readonly DocumentWord[];
  /** The words with a blank between them. */
  readonly text: string;
  readonly box: Rect;
}

/** A line of a page with its segments from left to right. */
export interface SegmentLine {
  readonly page: number;
  readonly line: number;
  readonly segments: readonly Segment[];
  /** The whole line as one segment. */
  readonly whole: Segment;
}

/** Gap between two segments in multiples of the height of the words; blanks of justified text reach 0.7. */
const SEGMENT_GAP = 0.85;

/** The lines with words of all pages, in the order of the text. */
export function segmentLines(document: FieldDocument): readonly SegmentLine[] {
  return document.pages.flatMap((page) =>
    page.lines.flatMap(({ words }, line) => {
      const whole = segmentOf(page.number, line, words);
      if (whole === undefined) return [];
      const segments = parted(words).flatMap((part) => segmentOf(page.number, line, part) ?? []);
      return [{ page: page.number, line, segments, whole }];
    }),
  );
}

/** Words as a segment; undefined if there are none. */
export function segmentOf(page: number, line: number, words: readonly DocumentWord[]): Segment | undefined {
  const box = boxOf(words);
  if (box === undefined) return undefined;
  return { page, line, words, text: words.map(({ text }) => text).join(" "), box };
}

/** The box around words; undefined if there are none. */
export function boxOf(words: readonly { readonly box: Rect }[]): Rect | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  return words.reduce(
    (all, { box }) => ({
      x0: Math.min(all.x0, box.x0),
      y0: Math.min(all.y0, box.y0),
      x1: Math.max(all.x1, box.x1),
      y1: Math.max(all.y1, box.y1),
    }),
    first.box,
  );
}

function parted(words: readonly DocumentWord[]): readonly (readonly DocumentWord[])[] {
  const parts: DocumentWord[][] = [];
  let last: DocumentWord | undefined;
  for (const word of words) {
    const height = word.box.y1 - word.box.y0;
    const isApart = last === undefined || word.box.x0 - last.box.x1 > SEGMENT_GAP * height;
    if (isApart) parts.push([word]);
    else parts.at(-1)?.push(word);
    last = word;
  }
  return parts;
}

/** Where a part of a segment's text stands; offsets into its text, end exclusive. */
export function citationOf(segment: Segment, start = 0, end = segment.text.length): Citation {
  let at = 0;
  const words = segment.words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
  const box = boxOf(words) ?? segment.box;
  const { page, line } = segment;
  return { page, boxes: [box], lines: [line, line], text: segment.text.slice(start, end) };
}

/** The lowest confidence of the words of a part of a segment. */
export function wordConfidence({ words }: Segment): number {
  return words.reduce((least, { confidence }) => Math.min(least, confidence), 1);
}
