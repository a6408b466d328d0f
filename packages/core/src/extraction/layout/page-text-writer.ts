import { LINE_COLUMNS, type PageText, WORD_COLUMNS } from "../page/page-text.ts";
import type { Rect } from "../geometry/rect.ts";
import { boxOnPage, type Frame } from "./directions/frame.ts";
import type { Line, RuleLine, TextLine } from "./rows/line.ts";
import { SEGMENT_WORD } from "./rows/segment.ts";

/** Height of a line's box relative to its ink; the difference is added above. */
export const BOX_HEIGHT = 1.25;

/** Confidence of ruling lines and native text. */
const CERTAIN = 1;

/** Lines of one direction, in that direction's frame. */
export interface FramedLines {
  readonly frame: Frame;
  readonly lines: readonly Line[];
}

/** Writes the lines of all directions into one text with its line and word tables. */
export function writePageText(parts: readonly FramedLines[]): PageText {
  const page = new PageTextWriter(parts);
  for (const { frame, lines } of parts) {
    for (const line of lines) page.write(line, frame);
  }
  return page.finish();
}

class PageTextWriter {
  readonly #lines: string[] = [];
  readonly #lineRows: Float32Array;
  readonly #wordRows: Float64Array;
  /** Length of the text written so far, including line breaks. */
  #length = 0;
  /** Numbers written so far to the line and word rows. */
  #lineEnd = 0;
  #wordEnd = 0;

  constructor(parts: readonly FramedLines[]) {
    let lineCount = 0;
    let wordCount = 0;
    for (const { lines } of parts) {
      lineCount += lines.length;
      for (const line of lines) wordCount += wordsIn(line);
    }
    this.#lineRows = new Float32Array(Math.max(1, lineCount) * LINE_COLUMNS.length);
    this.#wordRows = new Float64Array(wordCount * WORD_COLUMNS.length);
  }

  write(line: Line, frame: Frame): void {
    switch (line.kind) {
      case "text":
        this.#writeText(line, frame);
        break;
      case "rule":
        this.#writeRule(line, frame);
        break;
      case "blank":
        this.#endLine("");
        break;
    }
  }

  finish(): PageText {
    // Even an empty page has one line, which is blank: its row is all zeros.
    return { text: this.#lines.join("\n"), lines: this.#lineRows, words: this.#wordRows };
  }

  #writeText({ segments, columns }: TextLine, frame: Frame): void {
    let text = "";
    let column = 0;
    const firstWord = this.#wordEnd;
    for (const [index, segment] of segments.entries()) {
      const start = columns[index] ?? column;
      if (start > column) text += " ".repeat(start - column);
      this.#writeWords(segment.words, this.#length + text.length, frame);
      text += segment.text;
      column = Math.max(start, column) + segment.cells;
    }
    this.#writeBoxOfWords(firstWord);
    this.#endLine(text);
  }

  #writeWords(words: readonly number[], offset: number, frame: Frame): void {
    const rows = this.#wordRows;
    const isUpright = frame.sin === 0 && frame.cos === 1;
    let to = this.#wordEnd;
    for (let at = 0; at < words.length; at += SEGMENT_WORD.length) {
      const x0 = words[at + 2] ?? 0;
      const y0 = words[at + 3] ?? 0;
      const x1 = words[at + 4] ?? 0;
      const y1 = words[at + 5] ?? 0;
      rows[to++] = offset + (words[at] ?? 0);
      rows[to++] = offset + (words[at + 1] ?? 0);
      if (isUpright) {
        rows[to++] = x0;
        rows[to++] = y0;
        rows[to++] = x1;
        rows[to++] = y1;
      } else {
        const box = boxOnPage(frame, { x0, y0, x1, y1 });
        rows[to++] = box.x0;
        rows[to++] = box.y0;
        rows[to++] = box.x1;
        rows[to++] = box.y1;
      }
      rows[to++] = words[at + 6] ?? CERTAIN;
    }
    this.#wordEnd = to;
  }

  /** Writes the bounding box of the words from `first` on, if there are any, as the line's box. */
  #writeBoxOfWords(first: number): void {
    const rows = this.#wordRows;
    const end = this.#wordEnd;
    if (first === end) return;
    let x0 = Infinity;
    let y0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let confidence = 0;
    for (let at = first; at < end; at += WORD_COLUMNS.length) {
      confidence += rows[at + 6] ?? CERTAIN;
      x0 = Math.min(x0, rows[at + 2] ?? 0);
      y0 = Math.min(y0, rows[at + 3] ?? 0);
      x1 = Math.max(x1, rows[at + 4] ?? 0);
      y1 = Math.max(y1, rows[at + 5] ?? 0);
    }
    const count = (end - first) / WORD_COLUMNS.length;
    this.#writeLineRow({ x0, y0, x1, y1 }, BOX_HEIGHT * (y1 - y0), confidence / count);
  }

  #writeRule({ text, x0, x1, y, thickness }: RuleLine, frame: Frame): void {
    const box = boxOnPage(frame, { x0, y0: y - thickness / 2, x1, y1: y + thickness / 2 });
    this.#writeLineRow(box, box.y1 - box.y0, CERTAIN);
    this.#endLine(text);
  }

  #writeLineRow({ x0, x1, y1 }: Rect, height: number, confidence: number): void {
    const rows = this.#lineRows;
    const at = this.#lineEnd;
    rows[at] = x0;
    rows[at + 1] = x1;
    rows[at + 2] = y1;
    rows[at + 3] = height;
    rows[at + 4] = confidence;
  }

  #endLine(text: string): void {
    this.#lines.push(text);
    this.#lineEnd += LINE_COLUMNS.length;
    this.#length += text.length + 1;
  }
}

function wordsIn(line: Line): number {
  if (line.kind !== "text") return 0;
  return line.segments.reduce((sum, { words }) => sum + words.length / SEGMENT_WORD.length, 0);
}
