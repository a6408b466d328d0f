import { ExtractionError } from "../../../failure/extraction-error.ts";

/** The streams of a Word document from before 2007, and what its header says ([MS-DOC], FIB). */
export interface WordStreams {
  readonly main: Buffer;
  readonly table: Buffer;
  /** Pictures, form fields and long lists of properties. */
  readonly data: Buffer;
  /** Lengths of the parts of the text, which follow one another. */
  readonly lengths: Readonly<Record<TextPart, number>>;
  /** A structure of the table stream by its number; empty if the document has none. */
  readonly structure: (number: number) => Buffer;
}

/** The parts of the text, in their order. */
export const TEXT_PARTS = [
  "body",
  "footnotes",
  "headers",
  "macros",
  "comments",
  "endnotes",
  "boxes",
  "headerBoxes",
] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** Numbers of structures. */
export const STYLES = 1;
export const FOOTNOTE_MARKS = 2;
export const FOOTNOTES = 3;
export const COMMENT_MARKS = 4;
export const COMMENTS = 5;
export const SECTIONS = 6;
export const HEADERS = 11;
export const CHARACTER_PAGES = 12;
export const PARAGRAPH_PAGES = 13;
export const DOCUMENT_PROPERTIES = 31;
export const PIECES = 33;
export const AUTHORS = 36;
export const SHAPES = 40;
export const HEADER_SHAPES = 41;
export const DRAWINGS = 50;
export const ENDNOTE_MARKS = 46;
export const ENDNOTES = 47;
export const BOXES = 56;
export const HEADER_BOXES = 58;
export const LISTS = 73;
export const LIST_OVERRIDES = 74;

const LENGTHS_AT = 76;
const STRUCTURES_AT = 154;
const SECOND_TABLE = 0x0200;

/** @throws ExtractionError `DAMAGED_DOCUMENT` */
export function wordStreams(streams: ReadonlyMap<string, Uint8Array>): WordStreams {
  const main = streamOf(streams, "WordDocument");
  if (!main || main.length < STRUCTURES_AT) throw damagedWord();
  const flags = main.readUInt16LE(10);
  const table = streamOf(streams, (flags & SECOND_TABLE) === 0 ? "0Table" : "1Table");
  if (!table) throw damagedWord();
  const lengthAt = (index: number): number => Math.max(0, main.readInt32LE(LENGTHS_AT + 4 * index));
  return {
    main,
    table,
    data: streamOf(streams, "Data") ?? Buffer.alloc(0),
    lengths: {
      body: lengthAt(0),
      footnotes: lengthAt(1),
      headers: lengthAt(2),
      macros: lengthAt(3),
      comments: lengthAt(4),
      endnotes: lengthAt(5),
      boxes: lengthAt(6),
      headerBoxes: lengthAt(7),
    },
    structure: (number) => structureOf(main, table, number),
  };
}

export function streamOf(streams: ReadonlyMap<string, Uint8Array>, name: string): Buffer | undefined {
  const path = [...streams.keys()].find((one) => /^\/?[^/]+\/([^/]+)$/.exec(one)?.[1] === name);
  const bytes = path === undefined ? undefined : streams.get(path);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function structureOf(main: Buffer, table: Buffer, number: number): Buffer {
  const at = STRUCTURES_AT + 8 * number;
  if (at + 8 > main.length) return table.subarray(0, 0);
  const start = main.readUInt32LE(at);
  return table.subarray(start, start + main.readUInt32LE(at + 4));
}

export function damagedWord(cause?: unknown): ExtractionError {
  return new ExtractionError(
    "DAMAGED_DOCUMENT",
    "The Word document is damaged: it was cut off or changed on its way.",
    { cause },
  );
}

/** A list of places with something at each: the places, of which there is one more, and the entries. */
export interface Places {
  readonly positions: readonly number[];
  readonly entries: readonly Buffer[];
}

/** Reads a list of places whose entries have this size. */
export function placesOf(structure: Buffer, size: number): Places {
  const count = Math.max(0, Math.floor((structure.length - 4) / (4 + size)));
  const entriesAt = 4 * (count + 1);
  return {
    positions:
      structure.length < 4
        ? []
        : Array.from({ length: count + 1 }, (_, index) => structure.readUInt32LE(4 * index)),
    entries: Array.from({ length: count }, (_, index) =>
      structure.subarray(entriesAt + size * index, entriesAt + size * (index + 1)),
    ),
  };
}
