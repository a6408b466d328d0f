import { extensionOf, FORMULA, plainText, sourceXml } from "./source-xml.ts";
import { wordsOf } from "./source-words.ts";
import { workbookRows } from "./workbook-cells.ts";

/** Rows without rows inside them, and their cells. */
const ROWS = /<(w:tr|a:tr|table:table-row)\b(?:[^>]*[^/>])?>((?:(?!<\1\b)[^])*?)<\/\1>/g;
const CELLS = /<(w:tc|a:tc|table:table-cell)\b(?:[^>]*[^/>])?>([^]*?)<\/\1>/g;

/**
 * The first word of each cell, for all rows of tables with text in two cells at least; undefined for files without
 * tables of their own.
 */
export function sourceRows(path: string): readonly (readonly string[])[] | undefined {
  const rows = /^xls[xm]$/.test(extensionOf(path)) ? workbookRows(path) : tableRows(path);
  return rows
    ?.map((cells) => cells.flatMap((cell) => wordsOf(cell).slice(0, 1)))
    .filter((words) => words.length > 1 && !words.some((word) => word.includes(FORMULA)));
}

function tableRows(path: string): readonly (readonly string[])[] | undefined {
  return sourceXml(path)?.flatMap((xml) =>
    [...xml.matchAll(ROWS)].map(([, , row = ""]) =>
      [...row.matchAll(CELLS)].map(([, , cell = ""]) => plainText(cell)),
    ),
  );
}

/** The rows whose first words are not on one line of the text, in their order. */
export function brokenRows(
  rows: readonly (readonly string[])[],
  text: string,
): readonly (readonly string[])[] {
  const lines = text.split("\n").map(wordsOf);
  return rows.filter((words) => !lines.some((line) => containsInOrder(line, words)));
}

function containsInOrder(line: readonly string[], words: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const at = line.indexOf(word, from);
    from = at + 1;
    return at >= 0;
  });
}
