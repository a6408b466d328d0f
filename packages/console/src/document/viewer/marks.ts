import { useSyncExternalStore } from "react";

import type { Box, PageContent } from "../model/viewed-document.ts";

/** One thing on a page, shown in the picture and in the text alike. */
export interface Mark {
  readonly page: number;
  readonly box: Box;
  /** Index of the line on its page. */
  readonly line?: number;
  /** Index of the word in its line. */
  readonly word?: number;
}

/** The mark under the pointer or moved by keys. Only the page that has it, or had it, draws itself again. */
export interface Marks {
  readonly current: () => Mark | undefined;
  readonly set: (mark: Mark | undefined) => void;
  readonly listen: (changed: () => void) => () => void;
}

export function createMarks(): Marks {
  let current: Mark | undefined;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    set(mark) {
      if (sameMark(mark, current)) return;
      current = mark;
      for (const listener of listeners) listener();
    },
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

function sameMark(one: Mark | undefined, other: Mark | undefined): boolean {
  return (
    one?.page === other?.page &&
    one?.line === other?.line &&
    one?.word === other?.word &&
    one?.box === other?.box
  );
}

/** The mark, if it is on this page. */
export function useMark(marks: Marks, page: number): Mark | undefined {
  return useSyncExternalStore(marks.listen, () => {
    const mark = marks.current();
    return mark?.page === page ? mark : undefined;
  });
}

/** The line as a mark; undefined for a blank line or beyond the page. */
export function lineMark({ number, lines }: PageContent, line: number): Mark | undefined {
  const box = lines[line]?.box;
  return box ? { page: number, box, line } : undefined;
}

export function wordMark(page: PageContent, line: number, word: number): Mark | undefined {
  const box = page.lines[line]?.words[word]?.box;
  return box ? { page: page.number, box, line, word } : undefined;
}

/** What lies at a point of the page: a word, or else a line, or else a field. */
export function markAt(page: PageContent, x: number, y: number): Mark | undefined {
  const line = page.lines.findIndex(({ box }) => box !== null && contains(box, x, y));
  if (line >= 0) {
    const word = page.lines[line]?.words.findIndex(({ box }) => contains(box, x, y)) ?? -1;
    return word >= 0 ? wordMark(page, line, word) : lineMark(page, line);
  }
  const field = page.fields.find(({ box }) => contains(box, x, y));
  return field && { page: page.number, box: field.box };
}

function contains({ x0, y0, x1, y1 }: Box, x: number, y: number): boolean {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

/** The next or previous line of a page that has text; undefined at its end. */
export function neighbour(page: PageContent, from: number, step: 1 | -1): Mark | undefined {
  for (let line = from + step; line >= 0 && line < page.lines.length; line += step) {
    const mark = lineMark(page, line);
    if (mark) return mark;
  }
  return undefined;
}

/** The next or previous word after a place on a page; undefined at its end. */
export function neighbourWord(
  page: PageContent,
  { line = -1, word }: Pick<Mark, "line" | "word">,
  step: 1 | -1,
): Mark | undefined {
  const here =
    word === undefined ? (step === 1 ? 0 : (page.lines[line]?.words.length ?? 0) - 1) : word + step;
  const inLine = wordMark(page, line, here);
  if (inLine) return inLine;
  for (let at = line + step; at >= 0 && at < page.lines.length; at += step) {
    const words = page.lines[at]?.words.length ?? 0;
    const mark = wordMark(page, at, step === 1 ? 0 : words - 1);
    if (mark) return mark;
  }
  return undefined;
}
