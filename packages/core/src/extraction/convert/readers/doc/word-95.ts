import {
  paragraph,
  run,
  textSection,
  type Block,
  type FlowDocument,
  type TableRow,
} from "../../model/flow-document.ts";
import { notSupported } from "../../model/encryption-errors.ts";
import { word95Text } from "./word-95-text.ts";
import { damagedWord } from "./word-streams.ts";

/** Where the header of the main stream of Word 6 and 95 has what is needed for the text. */
const AT = {
  flags: 10,
  textStart: 24,
  textLength: 52,
  pieces: 0x160,
} as const;
const HEADER = 0x168;

const HAS_PIECES = 0x0004;
const ENCRYPTED = 0x0100;
/** Characters have two bytes. */
const WIDE = 0x1000;

/**
 * Reads the text of a document of Word 6 or 95, without its formats, headers, notes and pictures.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT`, or `UNSUPPORTED_DOCUMENT` if it is encrypted.
 */
export function readWord95(main: Buffer): FlowDocument {
  if (main.length < HEADER) throw damagedWord();
  const flags = main.readUInt16LE(AT.flags);
  if ((flags & ENCRYPTED) !== 0) throw notSupported();
  const isWide = (flags & WIDE) !== 0;
  const size = isWide ? 2 : 1;
  const bytes = (flags & HAS_PIECES) === 0 ? wholeText(main, size) : textOfPieces(main, size);
  const text = word95Text(main, bytes, isWide);
  const notes = ["Of this document of Word 95 or an older version, only the text was read."];
  return { title: "", sections: [textSection(blocksOf(shownText(text)))], notes, files: [] };
}

/** @param size bytes of a character */
function wholeText(main: Buffer, size: number): Buffer {
  const start = main.readUInt32LE(AT.textStart);
  return main.subarray(start, start + size * main.readUInt32LE(AT.textLength));
}

const PROPERTIES = 1;
const TABLE = 2;
const PIECE = 8;

/** The text of a document that was saved fast, in pieces; a character has `size` bytes. */
function textOfPieces(main: Buffer, size: number): Buffer {
  const start = main.readUInt32LE(AT.pieces);
  const list = main.subarray(start, start + main.readUInt32LE(AT.pieces + 4));
  let at = 0;
  while (list[at] === PROPERTIES && at + 3 <= list.length) at += 3 + list.readUInt16LE(at + 1);
  if (list[at] !== TABLE || at + 5 > list.length) throw damagedWord();
  const table = list.subarray(at + 5, at + 5 + list.readUInt32LE(at + 1));
  const count = Math.max(0, Math.floor((table.length - 4) / (4 + PIECE)));
  const parts: Buffer[] = [];
  // Pieces that share their bytes could make a small file into a text of any length.
  let left = Math.min(size * main.readUInt32LE(AT.textLength), main.length);
  for (let index = 0; index < count && left > 0; index++) {
    const length = size * (table.readUInt32LE(4 * index + 4) - table.readUInt32LE(4 * index));
    const place = table.readUInt32LE(4 * (count + 1) + PIECE * index + 2);
    const part = main.subarray(place, place + Math.min(Math.max(0, length), left));
    parts.push(part);
    left -= Math.max(0, length);
  }
  return Buffer.concat(parts);
}

/** Control characters that are text, and what they show. Others are the places of pictures and notes. */
const CONTROLS: Readonly<Record<string, string>> = {
  "\t": "\t",
  "\v": "\n",
  "\x1e": "\u2011",
  "\r": "\r",
  "\f": "\f",
  "\x07": "\x07",
};

/** The text with the results of its fields, and without their codes and the places of pictures and notes. */
function shownText(text: string): string {
  let shown = "";
  const fields: ("code" | "result")[] = [];
  for (const character of text) {
    if (character === "\x13") fields.push("code");
    else if (character === "\x14") fields.splice(-1, 1, "result");
    else if (character === "\x15") fields.pop();
    else if (!fields.includes("code")) shown += character < " " ? (CONTROLS[character] ?? "") : character;
  }
  return shown;
}

const CELL_END = "\x07";
const PAGE_BREAK = "\f";

/** Cells end with a character of their own, and rows with one more. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let rows: TableRow[] = [];
  let cells: string[] = [];
  const endTable = (): void => {
    if (cells.length > 0) rows.push(rowOf(cells));
    if (rows.length > 0) blocks.push({ kind: "table", columnWidths: [], rows, headRows: 0 });
    rows = [];
    cells = [];
  };
  for (const { content, end } of linesIn(text)) {
    if (end === CELL_END && content === "" && cells.length > 0) {
      rows.push(rowOf(cells));
      cells = [];
    } else if (end === CELL_END) cells.push(content);
    else {
      endTable();
      blocks.push(paragraph([run(content)]));
      if (end === PAGE_BREAK) blocks.push({ kind: "page-break" });
    }
  }
  endTable();
  return blocks;
}

/** Paragraphs, cells and ends of rows, each with the character that ends it. */
function* linesIn(
  text: string,
): Generator<{ readonly content: string; readonly end: string }, void, undefined> {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character !== "\r" && character !== CELL_END && character !== PAGE_BREAK) continue;
    yield { content: text.slice(start, at), end: character };
    start = at + 1;
  }
  if (start < text.length) yield { content: text.slice(start), end: "" };
}

function rowOf(cells: readonly string[]): TableRow {
  return {
    cells: cells.map((text) => ({ columnSpan: 1, rowSpan: 1, blocks: [paragraph([run(text)])] })),
  };
}
