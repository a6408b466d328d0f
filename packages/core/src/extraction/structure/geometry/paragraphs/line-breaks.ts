import type { LineEmphasis, LineLink, PageLine } from "../../model/page-structure.ts";
import type { RowEdges } from "../../../layout/rows/row-edges.ts";
import { addEmphasis } from "../emphasis.ts";
import { addLink } from "../linked-words.ts";
import { boxOfLine, type TextLine, wordFits } from "../page-lines.ts";
import { type Piece, roundedBox } from "../piece.ts";
import { areAddress, isLabelled, isPlace, LONGEST_ENTRY } from "../../../layout/order/text-kinds.ts";
import { beginsSmall, endsInWord, goesOnInSentence } from "../../../layout/order/sentences.ts";

/**
 * The lines of a block as they are stored. Those of verses and addresses are set one by one.
 *
 * @param areSet whether lines around them show that they are
 */
export function pageLines(lines: readonly TextLine[], column: RowEdges, areSet = false): readonly PageLine[] {
  const written = lines.map((line) => pageLine(line));
  const isOneByOne = areSet || endEarly(lines) || areShort(lines) || areSetApart(lines, column);
  if (lines.length < 2 || !isOneByOne) return written;
  // Of an index or a poem in small letters, all lines seem to go on.
  const hasSentences = 2 * lines.filter(({ text }) => beginsSmall(text)).length < lines.length;
  return written.map((line, at) => {
    if (at === 0 || (hasSentences && isRestAt(lines, at, column))) return line;
    return { ...line, isOwn: true };
  });
}

/** Whether a line is the rest of a sentence that fills the line above it. */
function isRestAt(lines: readonly TextLine[], at: number, { x1 }: RowEdges): boolean {
  const [above, line] = [lines[at - 1], lines[at]];
  if (above === undefined || line === undefined) return false;
  if (ONLINE.test(line.text)) return false;
  return !wordFits(line, x1 - above.x1) && goesOnInSentence(line.text, above.text);
}

/** "office@harbour.example", "www.harbour.example" */
const ONLINE = /^(?:\S+@|www\.|https?:)\S/u;

/** Whether lines are those of an address, of labels with their values, or of an index. */
export function areShort(lines: readonly TextLine[]): boolean {
  return (
    areEntries(lines) ||
    lines.every(({ text }) => isLabelled(text)) ||
    areAddress(lines.map(({ text }) => text))
  );
}

/** Whether lines are centred in their column one by one, such as the names below a title: each has room for the next one's first word. */
function areSetApart(lines: readonly TextLine[], { x0, x1 }: RowEdges): boolean {
  const [first] = lines;
  if (first === undefined || !areCentred(lines)) return false;
  if (Math.abs(first.x0 + first.x1 - x0 - x1) > 2 * first.size) return false;
  return lines.every((line, at) => {
    const next = lines[at + 1];
    return next === undefined || wordFits(next, x1 - x0 - (line.x1 - line.x0));
  });
}

const FEWEST_ENTRIES = 3;
const ENTRY = /^[\p{Lu}\p{N}]/u;
const SENTENCES = /\p{Ll}{3}[.!?]\s+\p{Lu}/u;

/** "scan position · 25, 26, 29" */
const INDEXED = /^\P{N}.*[,·\s]\s*\d{1,4}(?:[-–]\d{1,4})?$/u;
const MOSTLY_INDEXED = 0.75;

/** Whether the lines are short and each begins with a capital or a digit, as in an address, or most are entries of an index. */
function areEntries(lines: readonly TextLine[]): boolean {
  if (lines.length < FEWEST_ENTRIES || lines.some(({ text }) => text.length > LONGEST_ENTRY)) return false;
  if (lines.every(({ text }) => (ENTRY.test(text) && !SENTENCES.test(text)) || isPlace(text))) return true;
  return lines.filter(({ text }) => INDEXED.test(text)).length >= MOSTLY_INDEXED * lines.length;
}

/** Whether at least half of the lines end although the first word of the next one would fit. */
export function endEarly(lines: readonly TextLine[]): boolean {
  const byWidth = areCentred(lines) || areFlushRight(lines);
  const early = lines.filter((line, at) => {
    const next = lines[at + 1];
    if (next === undefined) return false;
    const room = roomAfter(line, lines.slice(Math.max(0, at - NEAR), at + NEAR + 1), byWidth);
    return wordFits(next, room);
  });
  if (2 * early.length < lines.length - 1 || lines.some(({ text }) => endsInWord(text))) return false;
  return !isBesidePicture(lines);
}

/** Fewer lines may be verses, some of which are longer. */
const FEWEST_BESIDE = 5;

/** Whether the right edge of prose has one step, as where a picture beside it begins or ends. */
function isBesidePicture(lines: readonly TextLine[]): boolean {
  const continued = lines.filter(({ text }) => beginsSmall(text));
  if (lines.length < FEWEST_BESIDE || 2 * continued.length < lines.length) return false;
  let step = 1;
  for (let at = 2; at < lines.length - 1; at++) if (stepAt(lines, at) > stepAt(lines, step)) step = at;
  return areFull(lines.slice(0, step)) && areFull(lines.slice(step));
}

/** How much the right edge of a line differs from that of the line above it. */
function stepAt(lines: readonly TextLine[], at: number): number {
  return Math.abs((lines[at]?.x1 ?? 0) - (lines[at - 1]?.x1 ?? 0));
}

/** Whether there is no room for the first word of the next line in any of the lines. */
function areFull(lines: readonly TextLine[]): boolean {
  const right = lines.reduce((most, { x1 }) => Math.max(most, x1), 0);
  return lines.every((line, at) => {
    const next = lines[at + 1];
    return next === undefined || !wordFits(next, right - line.x1);
  });
}

/** Lines beside a picture are shorter than those below it, so only this many lines above and below are compared. */
const NEAR = 2;

/** How much shorter a line is than the lines near it, in points. */
function roomAfter(line: TextLine, near: readonly TextLine[], byWidth: boolean): number {
  let most = 0;
  for (const { x0, x1 } of near)
    most = Math.max(most, byWidth ? x1 - x0 - (line.x1 - line.x0) : x1 - line.x1);
  return most;
}

/** Whether the lines have one right edge and different left ones. */
function areFlushRight(lines: readonly TextLine[]): boolean {
  const [first] = lines;
  if (first === undefined) return false;
  const near = 0.5 * first.size;
  if (lines.some(({ x1 }) => Math.abs(x1 - first.x1) > near)) return false;
  return lines.slice(1).every(({ x0 }) => Math.abs(x0 - first.x0) > near);
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
