import type { FieldDocument } from "../document/field-document.ts";
import type { LinePlace } from "./alignment.ts";
import type { NumberedLine } from "./field-model.ts";

/** A line that a model gets, and its place. */
export interface SentLine extends NumberedLine {
  readonly place: LinePlace;
}

/** Characters of a part: about 8,000 tokens, which small models read without losing lines. */
const PART_CHARACTERS = 24_000;

/** Lines that a part shares with the one before it, so that no row is divided. */
const OVERLAP = 10;

/** A longer line is no text that people read. */
const MAX_LINE = 2000;

/** The lines with text of all pages, numbered from 1. */
export function sentLines(document: FieldDocument): readonly SentLine[] {
  return document.pages
    .flatMap((page, index) =>
      page.lines.map(({ text }, line) => ({
        page: page.number,
        text: text.trimEnd().slice(0, MAX_LINE),
        place: { page: index, line },
      })),
    )
    .filter(({ text }) => text !== "")
    .map((line, index) => ({ ...line, number: index + 1 }));
}

/** The lines in parts that overlap. */
export function partsOf(lines: readonly SentLine[]): readonly (readonly SentLine[])[] {
  const parts: (readonly SentLine[])[] = [];
  for (let start = 0; start < lines.length;) {
    const end = endOfPart(lines, start);
    parts.push(lines.slice(start, end));
    if (end === lines.length) break;
    start = Math.max(end - OVERLAP, start + 1);
  }
  return parts;
}

function endOfPart(lines: readonly SentLine[], start: number): number {
  let characters = 0;
  let end = start;
  while (end < lines.length && (end === start || characters < PART_CHARACTERS)) {
    characters += lines[end]?.text.length ?? 0;
    end++;
  }
  return end;
}

/** Both halves of a part whose answer was too long; undefined if it is too short to divide. */
export function halvesOf(part: readonly SentLine[]): readonly (readonly SentLine[])[] | undefined {
  const middle = Math.ceil(part.length / 2);
  if (part.length < 2 * OVERLAP) return undefined;
  return [part.slice(0, middle + Math.floor(OVERLAP / 2)), part.slice(middle - Math.ceil(OVERLAP / 2))];
}
