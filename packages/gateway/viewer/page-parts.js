/* The parts of a page: its lines and words with their positions in the text and on the page. */

const LINE_COLUMNS = 5;
const WORD_COLUMNS = 7;

/**
 * Lines with their offsets in the text and their bounding box, null for a blank line; words with theirs and the index
 * of their line. Boxes are in points from the upper left corner.
 */
export function partsOf({ text, lines: lineRows, words: wordRows }) {
  const words = rowsOf(wordRows, WORD_COLUMNS).map(([start, end, x0, y0, x1, y1, confidence]) => ({
    start,
    end,
    box: { x0, y0, x1, y1 },
    confidence,
  }));
  const lines = [];
  let start = 0;
  let nextWord = 0;
  const lineTexts = (text ?? "").split("\n");
  for (const [index, [x0, x1, bottom, height]] of rowsOf(lineRows, LINE_COLUMNS).entries()) {
    const end = start + (lineTexts[index] ?? "").length;
    const box = height > 0 ? { x0, x1, y0: bottom - height, y1: bottom } : null;
    const firstWord = nextWord;
    while (nextWord < words.length && words[nextWord].start < end) words[nextWord++].line = index;
    lines.push({ start, end, box, firstWord, lastWord: nextWord });
    start = end + 1;
  }
  return { lines, words };
}

function rowsOf(numbers, columns) {
  const rows = [];
  for (let at = 0; at < numbers.length; at += columns) rows.push(numbers.slice(at, at + columns));
  return rows;
}

/** The matches of a term in a text, regardless of case; white space in the term matches any white space. */
export function hitsIn(text, term) {
  const words = term.trim().split(/\s+/u);
  const source = words.map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&")).join("\\s+");
  if (source === "" || text === null) return [];
  return Array.from(text.matchAll(new RegExp(source, "giu")), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}
