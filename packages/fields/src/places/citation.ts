import type { Citation } from "@galley/core/domain";
import type { DocumentWord, FieldPage } from "../document/field-document.ts";

/** A word of a page, by the index of its line and its own in the line. */
export interface WordPlace {
  readonly line: number;
  readonly word: number;
}

/** The citation of words of a page, in the order of the text; undefined without words. */
export function citationOf(page: FieldPage, places: readonly WordPlace[]): Citation | undefined {
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last) return undefined;
  const byLine = [...Map.groupBy(places, ({ line }) => line).entries()].map(([line, words]) =>
    words.flatMap(({ word }) => page.lines[line]?.words[word] ?? []),
  );
  return {
    page: page.number,
    boxes: byLine.filter((words) => words.length > 0).map(boxAround),
    lines: [first.line, last.line],
    text: byLine.map((words) => words.map(({ text }) => text).join(" ")).join("\n"),
  };
}

function boxAround(words: readonly DocumentWord[]): Citation["boxes"][number] {
  return {
    x0: Math.min(...words.map(({ box }) => box.x0)),
    y0: Math.min(...words.map(({ box }) => box.y0)),
    x1: Math.max(...words.map(({ box }) => box.x1)),
    y1: Math.max(...words.map(({ box }) => box.y1)),
  };
}
