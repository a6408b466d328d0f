import type {
  ExtractedLine,
  ExtractedWord,
  LineMetadata,
  PageLines,
  PageOutcome,
  PageRead,
  PageWording,
} from "./extracted-document.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import { LINE_COLUMNS, WORD_COLUMNS } from "../page/page-text.ts";
import type { Rect } from "../geometry/rect.ts";

/** The options that control how the page texts are joined. */
export interface DocumentTextOptions extends Pick<
  ExtractOptions,
  "mode" | "outputMode" | "pageSeparator" | "addLineNumbers"
> {
  /** Default: `form_feed`. */
  readonly pageEnd?: PageEnd;
}

/** How a page ends: with its separator followed by a form feed, or with the separator on its own line. */
export const PAGE_ENDS = ["form_feed", "own_line"] as const;
export type PageEnd = (typeof PAGE_ENDS)[number];

/** The text of a document. Each part is computed when it is first read. */
export interface DocumentText {
  readonly text: string;
  /** One entry for each line of `text.split("\n")`; null for blank lines and page separators. */
  readonly lines: readonly (LineMetadata | null)[];
  /** The same as `text`, page by page, each computed when it is asked for. */
  textByPage(): Iterable<string>;
  /** The same as `lines`, each computed when it is asked for. */
  lineByLine(): Iterable<LineMetadata | null>;
  /** How many `lines` there are, counted in the texts. */
  readonly lineCount: () => number;
}

/** Pixels per point at 288 dpi. */
const PIXELS_PER_POINT = 4;

/** Joins the pages' texts with their separators. A page that failed or has no text contributes only its separator. */
export function documentText(pages: readonly PageOutcome[], options: DocumentTextOptions): DocumentText {
  const textByPage = (): Iterable<string> =>
    options.addLineNumbers ? numberedTexts(pages, options) : pageTexts(pages, options);
  let text: DocumentText["text"] | undefined;
  let lines: DocumentText["lines"] | undefined;
  return {
    get text() {
      return (text ??= [...textByPage()].join(""));
    },
    get lines() {
      return (lines ??= documentLines(pages, options));
    },
    textByPage,
    lineByLine: () => eachLine(pages, options),
    lineCount: () => lineCount(pages, options),
  };
}

/** The text of a document that was not read. */
export const NO_TEXT: DocumentText = {
  text: "",
  lines: [],
  textByPage: () => [],
  lineByLine: () => [],
  lineCount: () => 0,
};

function* pageTexts(
  pages: readonly PageOutcome[],
  options: DocumentTextOptions,
): Generator<string, void, undefined> {
  const frame = pageFrame(options);
  for (const page of pages) yield frame.before + bodyOf(page, frame.lineEnd) + endOf(page, frame, options);
}

/**
 * The line metadata that `documentText` returns for the same pages and options. The pages' texts are not needed, so the
 * result is the same after they have been delivered and deleted.
 */
export function documentLines(
  pages: readonly PageLines[],
  options: DocumentTextOptions,
): readonly (LineMetadata | null)[] {
  return [...eachLine(pages, options)];
}

function* eachLine(
  pages: readonly PageLines[],
  options: DocumentTextOptions,
): Generator<LineMetadata | null, void, undefined> {
  const frame = pageFrame(options);
  let line: LineMetadata | null = null;
  function* toNextLine(count: number): Generator<LineMetadata | null, void, undefined> {
    for (let k = 0; k < count; k++) {
      yield line;
      line = null;
    }
  }
  for (const page of pages) {
    yield* toNextLine(lineEndsIn(frame.before));
    for (const [index, entry] of metadataOfPage(page).entries()) {
      if (index > 0) yield* toNextLine(1);
      // Without a separator, a page's first line continues the last line of the previous page.
      if (entry !== null) line = entry;
    }
    yield* toNextLine(lineEndsIn(endOf(page, frame, options)));
  }
  yield line;
}

function bodyOf(page: PageOutcome, lineEnd: string): string {
  if (!page.ok) return "";
  return lineEnd === "" ? page.text : page.text.replaceAll(/[^\n]+/gu, (line) => line + lineEnd);
}

function endOf(
  page: Pick<PageOutcome, "number">,
  frame: PageFrame,
  { pageSeparator }: DocumentTextOptions,
): string {
  const separator = pageSeparator.replaceAll("{{page_no}}", String(page.number));
  return frame.beforeSeparator + separator + frame.afterSeparator;
}

function lineEndsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

interface PageFrame {
  readonly before: string;
  readonly lineEnd: string;
  readonly beforeSeparator: string;
  readonly afterSeparator: string;
}

/** What is written around a page's text; clients count lines by it. */
function pageFrame({ mode, outputMode, pageEnd = "form_feed" }: DocumentTextOptions): PageFrame {
  if (outputMode === "text") return { before: "", lineEnd: "", ...plainPageEnd(mode, pageEnd) };
  const lineEnd = mode === "low_cost" ? "" : " ";
  const afterSeparator = pageEnd === "form_feed" ? "\f" : "\n\f\n";
  return { before: "\n\n", lineEnd, beforeSeparator: "\n", afterSeparator };
}

/** In modes with recognition, two blank lines separate the text from the page separator. */
function plainPageEnd(
  mode: DocumentTextOptions["mode"],
  pageEnd: PageEnd,
): Pick<PageFrame, "beforeSeparator" | "afterSeparator"> {
  if (pageEnd === "own_line") return { beforeSeparator: "\n\n\n\n", afterSeparator: "\n" };
  return {
    beforeSeparator: mode === "native_text" ? "\n" : "\n\n\n",
    afterSeparator: `\n\f${"\n".repeat(7)}`,
  };
}

export interface DocumentOffsets {
  /** Maps an offset in the page's text to an offset in the document's text. */
  of(pageNumber: number, offset: number): number;
}

/** Character offsets in the text that `documentText` returns for the same pages and options. */
export function documentOffsets(
  pages: readonly PageWording[],
  options: DocumentTextOptions,
): DocumentOffsets {
  const frame = pageFrame(options);
  const starts = new Map<number, { readonly text: string; readonly offset: number; readonly line: number }>();
  let offset = 0;
  let line = 0;
  for (const page of pages) {
    const text = page.ok ? page.text : "";
    offset += frame.before.length;
    line += lineEndsIn(frame.before);
    starts.set(page.number, { text, offset, line });
    const end = endOf(page, frame, options);
    offset += text.length + frame.lineEnd.length * filledLinesIn(text) + end.length;
    line += lineEndsIn(text) + lineEndsIn(end);
  }
  const numberWidth = options.addLineNumbers ? lineNumber(0, line + 1).length : 0;
  return {
    of(pageNumber, inPage) {
      const start = starts.get(pageNumber) ?? { text: "", offset: 0, line: 0 };
      const before = start.text.slice(0, start.text.lastIndexOf("\n", inPage - 1) + 1);
      return (
        start.offset +
        inPage +
        frame.lineEnd.length * filledLinesIn(before) +
        numberWidth * (start.line + lineEndsIn(before) + 1)
      );
    },
  };
}

function filledLinesIn(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    if (end !== start) count += 1;
    start = end === -1 ? text.length : end + 1;
  }
  return count;
}

function metadataOfPage(page: PageLines): readonly (LineMetadata | null)[] {
  if (!page.ok) return [];
  const entries: (LineMetadata | null)[] = [];
  for (let at = 0; at < page.lines.length; at += LINE_COLUMNS.length) {
    const bottom = page.lines[at + 2] ?? 0;
    const height = page.lines[at + 3] ?? 0;
    entries.push(
      height === 0 && bottom === 0
        ? null
        : {
            page: page.number - 1,
            baseY: Math.round(bottom * PIXELS_PER_POINT),
            height: Math.round(height * PIXELS_PER_POINT),
            pageHeight: Math.round(page.height * PIXELS_PER_POINT),
            confidence: page.lines[at + 4] ?? 0,
          },
    );
  }
  return entries;
}

/** The width of a line number depends on it, so it is counted before the first page is written. */
function lineCount(pages: readonly PageOutcome[], options: DocumentTextOptions): number {
  const frame = pageFrame(options);
  return pages.reduce(
    (count, page) =>
      count +
      lineEndsIn(frame.before) +
      (page.ok ? lineEndsIn(page.text) : 0) +
      lineEndsIn(endOf(page, frame, options)),
    1,
  );
}

/** The pages' texts with its number before each line. */
function* numberedTexts(
  pages: readonly PageOutcome[],
  options: DocumentTextOptions,
): Generator<string, void, undefined> {
  const count = lineCount(pages, options);
  yield lineNumber(0, count);
  let index = 0;
  for (const text of pageTexts(pages, options)) {
    yield text.replaceAll("\n", (end) => end + lineNumber(++index, count));
  }
}

function lineNumber(index: number, count: number): string {
  const digits = (count - 1).toString(16).length;
  return `0x${index.toString(16).toUpperCase().padStart(digits, "0")}: `;
}

const NO_METADATA = {
  page: 0,
  baseY: 0,
  height: 0,
  pageHeight: 0,
  confidence: 0,
} as const satisfies LineMetadata;

/** Returns the lines of a page as objects, each with its words. */
export function linesOfPage(page: PageRead): readonly ExtractedLine[] {
  const metadata = metadataOfPage(page);
  const words = wordRowsOf(page);
  const lines: ExtractedLine[] = [];
  let start = 0;
  let nextWord = 0;
  for (const [index, text] of page.text.split("\n").entries()) {
    const firstWord = nextWord;
    while ((words[nextWord]?.start ?? Infinity) < start + text.length) nextWord++;
    const own = words.slice(firstWord, nextWord);
    const entry = metadata[index] ?? null;
    lines.push({
      text,
      metadata: entry ?? NO_METADATA,
      box: entry === null ? null : lineBox(page.lines, index),
      words: own.map(({ word }) => word),
    });
    start += text.length + 1;
  }
  return lines;
}

/** Returns the words of a page as objects, in text order. */
export function wordsOfPage(page: PageRead): readonly ExtractedWord[] {
  return wordRowsOf(page).map(({ word }) => word);
}

function lineBox(lines: Float32Array, index: number): Rect {
  const at = index * LINE_COLUMNS.length;
  const bottom = lines[at + 2] ?? 0;
  return { x0: lines[at] ?? 0, x1: lines[at + 1] ?? 0, y0: bottom - (lines[at + 3] ?? 0), y1: bottom };
}

function wordRowsOf(page: PageRead): readonly { readonly start: number; readonly word: ExtractedWord }[] {
  const { words, text } = page;
  const rows: { start: number; word: ExtractedWord }[] = [];
  for (let at = 0; at < words.length; at += WORD_COLUMNS.length) {
    const start = words[at] ?? 0;
    const box = {
      x0: words[at + 2] ?? 0,
      y0: words[at + 3] ?? 0,
      x1: words[at + 4] ?? 0,
      y1: words[at + 5] ?? 0,
    };
    const word = { text: text.slice(start, words[at + 1] ?? start), box, confidence: words[at + 6] ?? 0 };
    rows.push({ start, word });
  }
  return rows;
}
