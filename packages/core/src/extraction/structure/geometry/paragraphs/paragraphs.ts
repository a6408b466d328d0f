import { deciding, type Reason } from "../../../page/decision-log.ts";
import { median } from "../../../geometry/median.ts";
import type { PageTextBlock, TextStyle } from "../../model/page-structure.ts";
import { entriesAmong } from "../contents-lines.ts";
import { pageLines } from "./line-breaks.ts";
import { markerOf } from "../markers.ts";
import { boxOfLine, endsEntry, isSameStyle, styleOfLine, type TextLine, wordFits } from "../page-lines.ts";
import { setLines } from "./set-lines.ts";
import type { FormulaRun } from "../formulas/displayed-formulas.ts";
import { beginsEntry, type HangingIndent, hangingIndent } from "./hanging-indent.ts";
import { rounded, roundedBox } from "../piece.ts";
import { CONTINUING, endsSentence, goesOnInSentence, NEXT_LINE } from "../../../layout/order/sentences.ts";
import { isLabelled } from "../../../layout/order/text-kinds.ts";

/** Lines of one paragraph are at most this far apart, in multiples of the text size, unless the text is double-spaced. */
const LARGEST_STEP = 2.1;

/** A larger step than the paragraph's own, by this factor, ends it. */
const WIDER_STEP = 1.22;

/** The usual step of a block is that of its last lines. */
const MOST_STEPS = 5;

/** Open blocks that a line may continue: texts side by side are read in turn. */
const MOST_OPEN = 4;

/**
 * Groups lines in reading order into blocks: paragraphs, headings, list items.
 *
 * @param column edges of the column that they stand in, if texts above or below them are wider
 */
export function textBlocks(
  lines: readonly TextLine[],
  justified: ColumnEdges,
  column: ColumnEdges,
): readonly PageTextBlock[] {
  const blocks: OpenBlock[] = [];
  const hanging = hangingIndent(lines);
  const largestStep = largestStepOf(lines);
  const set = setLines(lines);
  const entries = entriesAmong(lines, ({ text }) => text);
  let above: OpenBlock | undefined;
  const styled = lines.map((line) => ({ line, style: styleOfLine(line) }));
  for (const [at, own] of styled.entries()) {
    const candidate = { ...own, stepBelow: stepBelow(own, styled[at + 1]) };
    const { line, style } = own;
    const isSet = set.has(line);
    const open = isSet ? above : openFor(candidate, blocks);
    if (deciding.log !== undefined) recordLine(line, open, isSet ? SET : blocks.at(-1)?.refuses(candidate));
    above = open;
    if (open === undefined) {
      above = new OpenBlock(line, style, { ...justified, hanging, largestStep, entries, column });
      blocks.push(above);
    } else open.add(line, isSet);
  }
  return blocks.map((block) => block.finish());
}

interface StyledLine {
  readonly line: TextLine;
  readonly style: TextStyle;
}

/** A line that may go on with a block. */
interface Candidate extends StyledLine {
  /** The distance to the next line, if that is below it in the same type. */
  readonly stepBelow: number;
}

function stepBelow({ line, style }: StyledLine, next: StyledLine | undefined): number {
  if (next === undefined || next.line.x0 >= line.x1 || next.line.x1 <= line.x0) return Infinity;
  const step = next.line.y - line.y;
  return step > 0.5 * line.size && isSameStyle(style, next.style) ? step : Infinity;
}

/** The largest step between lines of one paragraph, in multiples of the text size: more in prose that is double-spaced. */
function largestStepOf(lines: readonly TextLine[]): number {
  const steps: number[] = [];
  let continuing = 0;
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1];
    if (above === undefined || line.y <= above.y) continue;
    steps.push((line.y - above.y) / line.size);
    if (goesOnInSentence(line.text, above.text)) continuing++;
  }
  const usual = median(steps) ?? 0;
  return usual > LARGEST_STEP && continuing >= CONTINUING * steps.length ? WIDER_STEP * usual : LARGEST_STEP;
}

const SET = "lines that end where they please, such as those of an address, are set one by one";

function recordLine(line: TextLine, open: OpenBlock | undefined, reason: string | undefined): void {
  const start = reason ?? "it is the first line of its column or section";
  const goesOn = reason === SET ? `: ${SET}` : "";
  deciding.log?.record({
    question: "paragraph",
    accepted: open === undefined,
    outcome:
      open === undefined ? `A paragraph starts: ${start}.` : `The line goes on with a line above${goesOn}.`,
    box: boxOfLine(line),
    reasons: [
      { fact: "text size, in points", value: line.size },
      ...(open === undefined ? [] : open.stepTo(line)),
    ],
  });
}

/** The last block that a line may continue. */
function openFor(candidate: Candidate, blocks: readonly OpenBlock[]): OpenBlock | undefined {
  // Columns of output are read line by line.
  const open = candidate.style.monospaced ? 1 : MOST_OPEN;
  for (let at = blocks.length - 1; at >= Math.max(0, blocks.length - open); at--)
    if (blocks[at]?.refuses(candidate) === undefined) return blocks[at];
  return undefined;
}

/** The block of a displayed formula; each of its rows is a line of its own. */
export function formulaBlock({ rows, longest }: FormulaRun, edges: ColumnEdges): PageTextBlock {
  const lines = rows.map(({ text, box, confidence }, at) => ({
    text,
    ...roundedBox(box),
    ...(at > 0 && { isOwn: true as const }),
    ...(confidence < 0.995 && { confidence: Math.round(confidence * 100) / 100 }),
  }));
  const column = { x0: rounded(edges.x0), x1: rounded(edges.x1) };
  return { kind: "text", lines, style: styleOfLine(longest), role: { kind: "formula" }, column };
}

/** Edges of the column that lines are set in. */
export interface ColumnEdges {
  readonly x0: number;
  readonly x1: number;
}

interface ColumnOfEntries extends ColumnEdges {
  readonly hanging: HangingIndent | undefined;
  readonly largestStep: number;
  /** Lines that are entries of a table of contents. */
  readonly entries: ReadonlySet<TextLine>;
  /** The edges of the column that the lines stand in, which may be wider than they are. */
  readonly column: ColumnEdges;
}

/** The edges of a column by its lines. */
export function edgesOf(lines: readonly TextLine[]): ColumnEdges {
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const line of lines) {
    x0 = Math.min(x0, line.x0);
    x1 = Math.max(x1, line.x1);
  }
  return { x0, x1 };
}

/** Lines that start farther apart than this, in multiples of the text size, are indented. */
const INDENT = 0.8;

class OpenBlock {
  readonly #lines: TextLine[];
  readonly #style: TextStyle;
  readonly #edges: ColumnOfEntries;
  readonly #hasMarker: boolean;
  /** The last steps between its lines. */
  readonly #steps: number[] = [];
  #areSet = false;
  #x0: number;
  #x1: number;

  constructor(line: TextLine, style: TextStyle, edges: ColumnOfEntries) {
    this.#lines = [line];
    this.#style = style;
    this.#edges = edges;
    this.#hasMarker = markerOf(line.text) !== undefined;
    this.#x0 = line.x0;
    this.#x1 = line.x1;
  }

  /** Why a line is none of the block; undefined if it goes on with it. */
  refuses({ line, style, stepBelow: below }: Candidate): string | undefined {
    const last = this.#lines.at(-1);
    if (last === undefined || !(isSameStyle(this.#style, style) || this.#isInSentence(line, last, style)))
      return "its size or weight is another";
    if (line.x0 >= this.#x1 || line.x1 <= this.#x0) return "it is not below the text above";
    const apart = this.#refusesStep(line, last, below);
    if (apart !== undefined || style.monospaced) return apart;
    return this.#startsAnew(line, last);
  }

  /** Why the distance to a line says that it is none of the block. */
  #refusesStep(line: TextLine, last: TextLine, below: number): string | undefined {
    const step = line.y - last.y;
    if (step <= 0.3 * line.size) return "it is beside the text above";
    if (step > this.#edges.largestStep * line.size) return "the space above is larger than any between lines";
    if (step > LARGEST_STEP * line.size && wordFits(line, this.#edges.x1 - last.x1))
      return "the space above is that of double-spaced text, but the line above ends early";
    const own = median(this.#steps);
    if (own !== undefined && own > 0 && (step > WIDER_STEP * own || own > WIDER_STEP * step))
      return "the space above differs from that between the lines before";
    if (own === undefined && step > WIDER_STEP * below)
      return "the space above is larger than that below, which is between the lines of a paragraph";
    return undefined;
  }

  /** The distance of a line from the last one, as it is recorded. */
  stepTo(line: TextLine): readonly Reason[] {
    const step = (line.y - (this.#lines.at(-1)?.y ?? line.y)) / line.size;
    return [
      {
        fact: "distance from the line above, in text sizes",
        value: step,
        limit: `at most ${this.#edges.largestStep}`,
      },
    ];
  }

  /** Whether a line in another type, bold or that of a web address, goes on with the sentence of a full line. */
  #isInSentence(line: TextLine, last: TextLine, style: TextStyle): boolean {
    const { bold, monospaced } = this.#style;
    if (!isSameStyle(this.#style, { ...style, bold, monospaced })) return false;
    // Code is set apart from the text above it, and a single word may be the first column of output.
    const isLevel = Math.abs(line.x0 - last.x0) < 1 && line.y - last.y < NEXT_LINE * line.size;
    if (monospaced !== style.monospaced && (monospaced || !isLevel || !/\W/u.test(line.text))) return false;
    const edge = this.#lines.length > 1 ? this.#x1 : this.#edges.x1;
    const isFull = !wordFits(line, edge - last.x1);
    return isFull && (goesOnInSentence(line.text, last.text) || (isLevel && goesOnWithSign(line, last)));
  }

  /** @param isSet whether it is one of lines that are set one by one */
  add(line: TextLine, isSet: boolean): void {
    this.#areSet ||= isSet;
    this.#steps.push(line.y - (this.#lines.at(-1)?.y ?? line.y));
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
    this.#lines.push(line);
    this.#x0 = Math.min(this.#x0, line.x0);
    this.#x1 = Math.max(this.#x1, line.x1);
  }

  finish(): PageTextBlock {
    return {
      kind: "text",
      lines: pageLines(this.#lines, this.#edges.column, this.#areSet),
      style: this.#style,
      column: { x0: rounded(this.#edges.x0), x1: rounded(this.#edges.x1) },
    };
  }

  /** Why a line starts a new paragraph: by a list marker, an indent, or after a short last line. */
  #startsAnew(line: TextLine, last: TextLine): string | undefined {
    const wordsFit = wordFits(line, this.#edges.x1 - last.x1);
    if (isOwnText(line, last, wordsFit) || this.#edges.entries.has(last))
      return "it begins with a marker or label, or the line above ends an entry";
    const startsEntry = this.#startsEntry(line);
    if (startsEntry !== undefined)
      return startsEntry ? "it begins an entry with a hanging indent" : undefined;
    return this.#isApart(line, last, wordsFit) ? "it is indented, or the line above ends early" : undefined;
  }

  /** Whether a line starts an entry with a hanging indent; its further lines may be paragraphs of their own. */
  #startsEntry(line: TextLine): boolean | undefined {
    const { hanging } = this.#edges;
    const begins = hanging === undefined ? undefined : beginsEntry(line, hanging);
    return begins === false && this.#lines.length > 1 ? undefined : begins;
  }

  #isApart(line: TextLine, last: TextLine, wordsFit: boolean): boolean {
    const em = line.size;
    const missing = this.#edges.x1 - last.x1;
    const hasEnded = endsSentence(last.text);
    const width = this.#edges.x1 - this.#edges.x0;
    if (isCentred(line, last)) return wordsFit && this.#isBelowCentred(line, missing / width, hasEnded);
    if (this.#hasMarker && this.#lines.length === 1) return endsItem(line, last, wordsFit);
    const indent = (line.x0 - last.x0) / em;
    const endsEarly = wordsFit && missing > 0.35 * width;
    // Only a full line is the indented first one of a paragraph; a short one may be a term above its definition.
    if (Math.abs(indent) > INDENT)
      return this.#lines.length > 1 || (indent > 0 ? (hasEnded && missing > em) || endsEarly : wordsFit);
    return hasEnded ? this.#isAfterSentence(line, last, wordsFit) : endsEarly && last.text.length < 40;
  }

  /**
   * Whether a line below a centred one of which a share of the width is missing is apart: the sentence has ended, or the line
   * is as wide as its column, as prose is.
   */
  #isBelowCentred({ x0, x1, size }: TextLine, missing: number, hasEnded: boolean): boolean {
    if (hasEnded) return missing > 0.5;
    const { column } = this.#edges;
    return missing > 0.25 && x0 - column.x0 < size && column.x1 - x1 < size;
  }

  /** Whether a line does not go on below a sentence that ends the line above: there is room for it, or blank space between. */
  #isAfterSentence(line: TextLine, last: TextLine, wordsFit: boolean): boolean {
    if (wordsFit && this.#edges.x1 - last.x1 > line.size) return true;
    // Of paragraphs of a line each, the longest one seems to be as wide as its column.
    const isFar = this.#lines.length === 1 && line.y - last.y > NEXT_LINE * line.size;
    return isFar && wordFits(line, this.#edges.column.x1 - last.x1);
  }
}

/** Whether a line goes on with a sentence in brackets, or with a path. */
function goesOnWithSign(line: TextLine, last: TextLine): boolean {
  return !endsSentence(last.text) && /^[(/]\p{Ll}/u.test(line.text);
}

/** Whether a line is outside the list of the item above it; items may go on at the left edge of the text. */
function endsItem(line: TextLine, last: TextLine, wordsFit: boolean): boolean {
  return line.x0 < last.x0 - 0.5 * line.size && (wordsFit || !goesOnInSentence(line.text, last.text));
}

/** Whether a line is a list item, the entry after another one, or a label with its value below another one. */
function isOwnText(line: TextLine, last: TextLine, wordsFit: boolean): boolean {
  if (markerOf(line.text) !== undefined && (wordsFit || !isWrappedNumber(last, line))) return true;
  return endsEntry(last) || (isLabelled(last.text) && isLabelled(line.text));
}

/** "…, in May\n12. April" continues a sentence that fills its line. */
function isWrappedNumber(last: TextLine, line: TextLine): boolean {
  return (
    /^\d/u.test(line.text) &&
    !endsSentence(last.text) &&
    Math.abs(line.x0 - last.x0) < 1 &&
    /[,\p{Ll}]$/u.test(last.text) &&
    last.text.length > SHORTEST_SENTENCE
  );
}

/** Shorter lines, in characters, may be items without a full stop. */
const SHORTEST_SENTENCE = 30;

function isCentred(a: TextLine, b: TextLine): boolean {
  const apart = Math.abs(a.x0 - b.x0);
  return apart > a.size && Math.abs(a.x0 + a.x1 - b.x0 - b.x1) / 2 < 0.5 * a.size;
}
