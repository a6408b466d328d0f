import { LINE_COLUMNS, type PageText, WORD_COLUMNS } from "../page/page-text.ts";
import { boxOnPage, type Frame } from "./frame.ts";
import type { Line, RuleLine, TextLine } from "./line.ts";
import { SEGMENT_WORD } from "./segment.ts";

/** A line's box is taller than its ink by this factor; what is added stands above the ink. */
const BOX_HEIGHT = 1.25;

/** Rules and what is not recognised are what they are. */
const CERTAIN = 1;

/** Lines of one direction, in that direction's frame. */
export interface FramedLines {
  readonly frame: Frame;
  readonly lines: readonly Line[];
}

/** Writes the lines of all directions into one text with its tables. */
export function writePageText(parts: readonly FramedLines[]): PageText {
  const page = new PageTextWriter();
  for (const { frame, lines } of parts) {
    for (const line of lines) page.write(line, frame);
  }
  return page.finish();
}

const NO_BOX = LINE_COLUMNS.map(() => 0);

class PageTextWriter {
  readonly #lines: string[] = [];
  readonly #lineRows: number[] = [];
  readonly #wordRows: number[] = [];
  #length = 0;

  write(line: Line, frame: Frame): void {
    switch (line.kind) {
      case "text":
        this.#writeText(line, frame);
        break;
      case "rule":
        this.#writeRule(line, frame);
        break;
      case "blank":
        this.#push("", NO_BOX);
        break;
    }
  }

  finish(): PageText {
    if (this.#lines.length === 0) this.#push("", NO_BOX);
    return {
      text: this.#lines.join("\n"),
      lines: new Float32Array(this.#lineRows),
      words: new Float64Array(this.#wordRows),
    };
  }

  #writeText({ segments, columns }: TextLine, frame: Frame): void {
    let text = "";
    let column = 0;
    const firstWord = this.#wordRows.length;
    for (const [index, segment] of segments.entries()) {
      const start = columns[index] ?? column;
      if (start > column) text += " ".repeat(start - column);
      this.#pushWords(segment.words, this.#length + text.length, frame);
      text += segment.text;
      column = Math.max(start, column) + segment.cells;
    }
    this.#push(text, this.#boxOfWords(firstWord));
  }

  #pushWords(words: readonly number[], offset: number, frame: Frame): void {
    for (let at = 0; at < words.length; at += SEGMENT_WORD.length) {
      const [x0, y0, x1, y1] = [
        words[at + 2] ?? 0,
        words[at + 3] ?? 0,
        words[at + 4] ?? 0,
        words[at + 5] ?? 0,
      ];
      const box = boxOnPage(frame, { x0, y0, x1, y1 });
      const start = offset + (words[at] ?? 0);
      const end = offset + (words[at + 1] ?? 0);
      this.#wordRows.push(start, end, box.x0, box.y0, box.x1, box.y1, words[at + 6] ?? CERTAIN);
    }
  }

  #boxOfWords(first: number): readonly number[] {
    const rows = this.#wordRows;
    if (first === rows.length) return NO_BOX;
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    let confidence = 0;
    for (let at = first; at < rows.length; at += WORD_COLUMNS.length) {
      confidence += rows[at + 6] ?? CERTAIN;
      x0 = Math.min(x0, rows[at + 2] ?? 0);
      y0 = Math.min(y0, rows[at + 3] ?? 0);
      x1 = Math.max(x1, rows[at + 4] ?? 0);
      y1 = Math.max(y1, rows[at + 5] ?? 0);
    }
    const count = (rows.length - first) / WORD_COLUMNS.length;
    return [x0, x1, y1, BOX_HEIGHT * (y1 - y0), confidence / count];
  }

  #writeRule({ text, x0, x1, y, thickness }: RuleLine, frame: Frame): void {
    const box = boxOnPage(frame, { x0, y0: y - thickness / 2, x1, y1: y + thickness / 2 });
    this.#push(text, [box.x0, box.x1, box.y1, box.y1 - box.y0, CERTAIN]);
  }

  #push(text: string, row: readonly number[]): void {
    this.#lines.push(text);
    this.#lineRows.push(...row);
    this.#length += text.length + 1;
  }
}
