import type { AnnotationNote } from "../../page/annotation-note.ts";
import { cellsOf, printable } from "../glyphs/characters.ts";
import { BLANK_LINE, type Line } from "../rows/line.ts";

/**
 * Annotation notes as lines after the text of their page, each with its author; every word has the box of its
 * annotation.
 */
export function noteLines(notes: readonly AnnotationNote[], isAfterText: boolean): readonly Line[] {
  const lines = notes.flatMap((note) => {
    const text = note.author === "" ? note.text : `${note.author}: ${note.text}`;
    return text
      .split("\n")
      .map(wordsOf)
      .filter((words) => words.length > 0)
      .map((words) => lineOf(words, note));
  });
  return isAfterText && lines.length > 0 ? [BLANK_LINE, ...lines] : lines;
}

function wordsOf(line: string): readonly string[] {
  return line
    .split(/\s+/u)
    .map(printable)
    .filter((word) => word !== "");
}

function lineOf(words: readonly string[], { box }: AnnotationNote): Line {
  const places: number[] = [];
  let at = 0;
  for (const word of words) {
    places.push(at, at + word.length, box.x0, box.y0, box.x1, box.y1, 1);
    at += word.length + 1;
  }
  const text = words.join(" ");
  const place = { x0: box.x0, x1: box.x1, y: box.y1, size: box.y1 - box.y0 };
  const segment = { text, cells: cellsOf(text), ...place, isSeparated: false, baseline: -1, words: places };
  return { kind: "text", segments: [segment], columns: [0] };
}
