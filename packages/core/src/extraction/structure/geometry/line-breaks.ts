import type { LineEmphasis, LineLink, PageLine } from "../model/page-structure.ts";
import { addEmphasis } from "./emphasis.ts";
import { addLink } from "./linked-words.ts";
import { boxOfLine, firstWord, type TextLine } from "./page-lines.ts";
import { type Piece, roundedBox } from "./piece.ts";

/** The lines of a block as they are stored. Those of verses and addresses are set one by one. */
export function pageLines(lines: readonly TextLine[]): readonly PageLine[] {
  const written = lines.map((line) => pageLine(line));
  if (lines.length < 2 || !(endEarly(lines) || areEntries(lines))) return written;
  return written.map((line, at) => (at === 0 ? line : { ...line, isOwn: true }));
}

const FEWEST_ENTRIES = 3;
const LONGEST_ENTRY = 40;
const ENTRY = /^[\p{Lu}\p{N}]/u;
const SENTENCES = /[.!?]\s+\p{Lu}/u;

/** Whether the lines are short and each begins with a capital or a digit, as in an address. */
function areEntries(lines: readonly TextLine[]): boolean {
  return (
    lines.length >= FEWEST_ENTRIES &&
    lines.every(({ text }) => text.length <= LONGEST_ENTRY && ENTRY.test(text) && !SENTENCES.test(text))
  );
}

/** Whether at least half of the lines end although the first word of the next one would fit. */
function endEarly(lines: readonly TextLine[]): boolean {
  const centred = areCentred(lines);
  const early = lines.filter((line, at) => {
    const next = lines[at + 1];
    if (next === undefined) return false;
    const room = roomAfter(line, lines.slice(Math.max(0, at - NEAR), at + NEAR + 1), centred);
    return room > SPACE * next.size && room > firstWord(next) + SPACE * next.size;
  });
  return 2 * early.length >= lines.length - 1 && !lines.some(({ text }) => BROKEN.test(text));
}

/** Lines beside a picture are shorter than those below it, so only this many lines above and below are compared. */
const NEAR = 2;

const BROKEN = /\p{L}[-‐]$/u;

/** More than a space between words, in multiples of the text size. */
const SPACE = 0.8;

/** How much shorter a line is than the lines near it, in points. */
function roomAfter(line: TextLine, near: readonly TextLine[], centred: boolean): number {
  let most = 0;
  for (const { x0, x1 } of near)
    most = Math.max(most, centred ? x1 - x0 - (line.x1 - line.x0) : x1 - line.x1);
  return most;
}

/** Whether the lines have one centre and different ends. */
function areCentred(lines: readonly TextLine[]): boolean {
  const [first] = lines;
  if (first === undefined) return false;
  const near = 0.5 * first.size;
  const isOffCentre = ({ x0, x1 }: TextLine): boolean => Math.abs(x0 + x1 - first.x0 - first.x1) / 2 > near;
  return !lines.some(isOffCentre) && lines.some(({ x0 }) => Math.abs(x0 - first.x0) > near);
}

function pageLine(line: TextLine): PageLine {
  const [first, other] = line.pieces;
  const isOne = first !== undefined && other === undefined;
  const { confidence, links, emphasis } = isOne ? first : joinedMarks(line.pieces);
  const { x0, y0, x1, y1 } = roundedBox(boxOfLine(line));
  const plain = { text: line.text, x0, y0, x1, y1 };
  if (confidence >= 0.995 && links.length === 0 && emphasis.length === 0) return plain;
  return {
    ...plain,
    ...(confidence < 0.995 && { confidence: Math.round(confidence * 100) / 100 }),
    ...(links.length > 0 && { links }),
    ...(emphasis.length > 0 && { emphasis }),
  };
}

/** The mean confidence of pieces, and their links and emphasis with offsets into the text of the line. */
function joinedMarks(pieces: readonly Piece[]): Pick<Piece, "confidence" | "links" | "emphasis"> {
  let confidence = 0;
  const links: LineLink[] = [];
  const emphasis: LineEmphasis[] = [];
  let at = 0;
  for (const piece of pieces) {
    confidence += piece.confidence / pieces.length;
    for (const own of piece.links) addLink(links, { ...own, start: at + own.start, end: at + own.end });
    for (const own of piece.emphasis)
      addEmphasis(emphasis, { ...own, start: at + own.start, end: at + own.end });
    at += piece.text.length + 1;
  }
  return { confidence, links, emphasis };
}
