import type { PageLine } from "./viewed-document.ts";

/** A part of a line as it is shown. */
export interface LinePart {
  readonly text: string;
  /** Index of the word in its line; undefined between words. */
  readonly word?: number;
}

/**
 * The parts of a line with its corrections. Where there is room, the space behind a corrected word shrinks or grows with
 * it, so that columns still line up.
 */
export function partsOf({ text, words }: PageLine): readonly LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  let surplus = 0;
  const add = (gap: string): void => {
    const fitted = fittedGap(gap, surplus);
    surplus -= gap.length - fitted.length;
    if (fitted !== "") parts.push({ text: fitted });
  };
  for (const [index, word] of words.entries()) {
    if (word.end <= at) continue;
    if (word.start > at) add(text.slice(at, word.start));
    const read = text.slice(Math.max(word.start, at), word.end);
    const shown = word.correction?.text ?? read;
    surplus += shown.length - read.length;
    parts.push({ text: shown, word: index });
    at = word.end;
  }
  add(text.slice(at));
  return parts;
}

/** One space is left; shorter words get more. */
function fittedGap(gap: string, surplus: number): string {
  if (gap.trim() !== "" || gap === "") return gap;
  return " ".repeat(Math.max(1, gap.length - surplus));
}

/** The text of a line with its corrections. */
export function shownText(line: PageLine): string {
  return partsOf(line)
    .map(({ text }) => text)
    .join("");
}
