import { notesBelowLine, withMark, type Block } from "../../model/flow-document.ts";
import { ShapePictures } from "./pictures.ts";
import type { Range } from "./position-ranges.ts";
import type { Anchored } from "./story-reader.ts";
import {
  AUTHORS,
  BOXES,
  COMMENT_MARKS,
  COMMENTS,
  ENDNOTE_MARKS,
  ENDNOTES,
  FOOTNOTE_MARKS,
  FOOTNOTES,
  HEADER_BOXES,
  HEADER_SHAPES,
  placesOf,
  SHAPES,
  TEXT_PARTS,
  type TextPart,
  type WordStreams,
} from "./word-streams.ts";

type ReadRange = (range: Range) => readonly Block[];

/** The position at which a part of the text starts. */
export function partStart({ lengths }: WordStreams, part: TextPart): number {
  return TEXT_PARTS.slice(0, TEXT_PARTS.indexOf(part)).reduce((sum, before) => sum + lengths[before], 0);
}

/** The ranges of a part of the text that a list of places divides; the last one has no text of its own. */
export function rangesOf(
  streams: WordStreams,
  part: TextPart,
  positions: readonly number[],
): readonly Range[] {
  const offset = partStart(streams, part);
  const limit = offset + streams.lengths[part];
  return positions.slice(0, -1).map((start, index) => ({
    start: Math.min(offset + start, limit),
    end: Math.min(offset + (positions[index + 1] ?? start), limit),
  }));
}

/**
 * Notes, comments and text boxes at the positions of the text that they belong to. Those positions are in the body or
 * in headers, never in a note, comment or box: none can contain itself.
 */
export class Anchors {
  readonly #streams: WordStreams;
  readonly #notes: ReadonlyMap<number, Range>;
  readonly #comments: ReadonlyMap<number, { readonly range: Range; readonly author: string }>;
  readonly #boxes: ReadonlyMap<number, Range>;
  readonly #shapes: ReadonlyMap<number, PlacedShape>;
  readonly #pictures: ShapePictures;
  /** Text boxes in the order of their text, to find those in groups, which have no position of their own. */
  readonly #unread: Set<Range>;
  #referred: { readonly mark: string; readonly range: Range }[] = [];
  #marks = 0;

  constructor(streams: WordStreams) {
    this.#streams = streams;
    this.#notes = new Map([
      ...notesOf(streams, "footnotes", [FOOTNOTE_MARKS, FOOTNOTES]),
      ...notesOf(streams, "endnotes", [ENDNOTE_MARKS, ENDNOTES]),
    ]);
    this.#comments = commentsOf(streams);
    const body = boxesOf(streams, "boxes", { shapes: SHAPES, boxes: BOXES, anchors: "body" });
    const header = boxesOf(streams, "headerBoxes", {
      shapes: HEADER_SHAPES,
      boxes: HEADER_BOXES,
      anchors: "headers",
    });
    this.#boxes = new Map([...body.placed, ...header.placed]);
    this.#unread = new Set(body.ranges);
    this.#shapes = new Map([
      ...shapesOf(streams, SHAPES, "body"),
      ...shapesOf(streams, HEADER_SHAPES, "headers"),
    ]);
    this.#pictures = new ShapePictures(streams);
  }

  /** What stands at a position; undefined for a character of the text. */
  at(position: number, read: ReadRange): Anchored | undefined {
    const note = this.#notes.get(position);
    if (note) {
      const mark = `[${++this.#marks}]`;
      this.#referred.push({ mark, range: note });
      return mark;
    }
    const comment = this.#comments.get(position);
    if (comment) return [{ kind: "remark", author: comment.author, text: plainText(read(comment.range)) }];
    const box = this.#boxes.get(position);
    const shape = this.#shapes.get(position);
    if (!box) return shape && this.#pictures.of(shape.number, shape);
    this.#unread.delete(box);
    return read(box);
  }

  /** The notes that were referred to since the last call, after a line. */
  notes(read: ReadRange): readonly Block[] {
    const referred = this.#referred;
    this.#referred = [];
    return notesBelowLine(referred.flatMap(({ mark, range }) => withMark(read(range), mark)));
  }

  /** The text boxes of the body at none of the positions that were read. */
  otherBoxes(read: ReadRange): readonly Block[] {
    const start = partStart(this.#streams, "boxes");
    const end = start + this.#streams.lengths.boxes;
    return [...this.#unread].filter((range) => range.start >= start && range.end < end).flatMap(read);
  }
}

function notesOf(
  streams: WordStreams,
  part: TextPart,
  [marks, texts]: readonly [marks: number, texts: number],
): readonly (readonly [number, Range])[] {
  const ranges = rangesOf(streams, part, placesOf(streams.structure(texts), 0).positions);
  const { positions } = placesOf(streams.structure(marks), 2);
  return placed(positions, ranges);
}

function placed(
  positions: readonly number[],
  ranges: readonly Range[],
): readonly (readonly [number, Range])[] {
  return positions.slice(0, -1).flatMap((position, index) => {
    const range = ranges[index];
    return range ? [[position, range] as const] : [];
  });
}

const COMMENT_SIZE = 30;
const AUTHOR_AT = 20;

function commentsOf(
  streams: WordStreams,
): ReadonlyMap<number, { readonly range: Range; readonly author: string }> {
  const { positions, entries } = placesOf(streams.structure(COMMENT_MARKS), COMMENT_SIZE);
  const ranges = rangesOf(streams, "comments", placesOf(streams.structure(COMMENTS), 0).positions);
  const authors = stringsOf(streams.structure(AUTHORS));
  const anchored = placed(positions, ranges).map(([position, range], index) => {
    const author = authors[entries[index]?.readUInt16LE(AUTHOR_AT) ?? 0] ?? "";
    return [position, { range, author }] as const;
  });
  return new Map(anchored.filter(([position]) => position < streams.lengths.body));
}

/** Strings of UTF-16, each with its length. */
function stringsOf(bytes: Buffer): readonly string[] {
  const strings: string[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + 2 * bytes.readUInt16LE(at);
    strings.push(bytes.toString("utf16le", at + 2, end));
    at = end;
  }
  return strings;
}

const SHAPE_SIZE = 26;
const BOX_SIZE = 22;
const BOX_SHAPE_AT = 14;

/** A shape that floats beside the text, and its size in points. */
interface PlacedShape {
  readonly number: number;
  readonly width: number;
  readonly height: number;
}

const TWIPS = 20;

/** The shapes of a part of the text by the position that they belong to. */
function shapesOf(
  streams: WordStreams,
  structure: number,
  part: TextPart,
): readonly (readonly [number, PlacedShape])[] {
  const { positions, entries } = placesOf(streams.structure(structure), SHAPE_SIZE);
  const offset = partStart(streams, part);
  return entries.flatMap((entry, index) => {
    const position = positions[index] ?? 0;
    const [left = 0, top = 0, right = 0, bottom = 0] = [4, 8, 12, 16].map((at) => entry.readInt32LE(at));
    const size = { width: (right - left) / TWIPS, height: (bottom - top) / TWIPS };
    const isInPart = position < streams.lengths[part];
    return isInPart ? [[offset + position, { number: entry.readUInt32LE(0), ...size }] as const] : [];
  });
}

/** The text boxes of a part, and those of them whose shapes have a position, by it. */
function boxesOf(
  streams: WordStreams,
  part: TextPart,
  { shapes, boxes, anchors }: { readonly shapes: number; readonly boxes: number; readonly anchors: TextPart },
): { readonly placed: readonly (readonly [number, Range])[]; readonly ranges: readonly Range[] } {
  const texts = placesOf(streams.structure(boxes), BOX_SIZE);
  const ranges = rangesOf(streams, part, texts.positions);
  const byShape = new Map(
    texts.entries.map((entry, index) => [entry.readUInt32LE(BOX_SHAPE_AT), ranges[index]]),
  );
  const found = shapesOf(streams, shapes, anchors).flatMap(([position, { number }]) => {
    const range = byShape.get(number);
    return range ? [[position, range] as const] : [];
  });
  return { placed: found, ranges };
}

function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === "paragraph" ? block.runs.map(({ text }) => text).join("") : ""))
    .join("\n")
    .trim();
}
