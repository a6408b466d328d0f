import { PositionRanges, type Range } from "./position-ranges.ts";
import { damagedWord, PIECES, placesOf, type WordStreams } from "./word-streams.ts";

/** The text of all parts, and where each character is in the file. */
export interface WordText {
  /** One UTF-16 code unit for each character position. */
  readonly text: string;
  /** The offset in the main stream of the character at a position. */
  readonly offsetOf: (position: number) => number;
}

interface Piece extends Range {
  readonly offset: number;
  /** Bytes of a character: 1 in Windows-1252, 2 in UTF-16. */
  readonly width: 1 | 2;
}

const COMPRESSED = 0x4000_0000;

/** Puts the text together from its pieces. */
export function wordText(streams: WordStreams): WordText {
  const pieces = piecesOf(streams);
  const length = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  // Pieces that share their bytes could make a small file into a text of any length.
  if (length > streams.main.length) throw damagedWord();
  const parts = pieces.map(({ start, end, offset, width }) => {
    const bytes = streams.main.subarray(offset, offset + (end - start) * width);
    return decoded(bytes, width).padEnd(end - start, "\0");
  });
  const ranges = new PositionRanges(pieces);
  return {
    text: parts.join(""),
    offsetOf: (position) => {
      const piece = ranges.at(position);
      return piece ? piece.offset + (position - piece.start) * piece.width : 0;
    },
  };
}

function decoded(bytes: Buffer, width: 1 | 2): string {
  return width === 2 ? bytes.toString("utf16le") : new TextDecoder("windows-1252").decode(bytes);
}

function piecesOf(streams: WordStreams): readonly Piece[] {
  const { positions, entries } = placesOf(pieceTable(streams.structure(PIECES)), 8);
  const pieces: Piece[] = [];
  for (const [index, entry] of entries.entries()) {
    const [start = 0, end = 0] = positions.slice(index, index + 2);
    if (start !== (pieces.at(-1)?.end ?? 0) || end < start) throw damagedWord();
    const offset = entry.readUInt32LE(2);
    const isCompressed = (offset & COMPRESSED) !== 0;
    const plain = offset & ~COMPRESSED;
    pieces.push({ start, end, offset: isCompressed ? plain / 2 : plain, width: isCompressed ? 1 : 2 });
  }
  return pieces;
}

/** The table of pieces follows changes of properties, each with its length. */
function pieceTable(structure: Buffer): Buffer {
  let at = 0;
  while (structure[at] === 1) at += 3 + structure.readUInt16LE(at + 1);
  if (structure[at] !== 2) throw damagedWord();
  return structure.subarray(at + 5, at + 5 + structure.readUInt32LE(at + 1));
}
