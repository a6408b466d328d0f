import { decodeHTML } from "entities";

/** Limits: no page has more words, and no word is longer. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 200;

/** Contents that are not text of the page: reasoning, scripts, style sheets and comments. */
const HIDDEN = /<(think|thinking|script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;

/** Tags that end a line, and other tags of HTML; anything else between angle brackets is text. */
const LINE_TAG = /<\/?(?:br|p|div|tr|li|ul|ol|h[1-6]|table|thead|tbody|pre|hr)\b[^<>]*>/gi;
const CELL_TAG = /<\/?(?:td|th)\b[^<>]*>/gi;
const OTHER_TAG =
  /<\/?(?:a|b|i|u|s|em|strong|span|sub|sup|del|ins|mark|code|font|small|big|img|input|label|iframe|object|embed|form|button|svg|link|meta|html|head|body|title|header|footer|figure|figcaption|center)\b[^<>]*>/gi;

const FENCE = /^\s*(?:```|~~~)\w*\s*$/;
const RULE = /^\s*(?:[-*_=]\s*){3,}$/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/**
 * Returns the words of each line of a text that a service wrote, without the marks of Markdown and HTML. Links and
 * images leave their words or nothing; nothing is fetched or executed.
 */
export function linesOfText(text: string): readonly (readonly string[])[] {
  const shown = text
    .replaceAll("\r\n", "\n")
    .replaceAll(HIDDEN, " ")
    .replaceAll(LINE_TAG, "\n")
    .replaceAll(CELL_TAG, " ")
    .replaceAll(OTHER_TAG, "");
  const lines: (readonly string[])[] = [];
  let left = MOST_WORDS;
  for (const line of shown.split("\n")) {
    if (left <= 0) break;
    if (FENCE.test(line) || RULE.test(line) || (line.includes("-") && TABLE_RULE.test(line))) continue;
    const words = wordsOf(line).slice(0, left);
    left -= words.length;
    if (words.length > 0) lines.push(words);
  }
  return lines;
}

function wordsOf(line: string): readonly string[] {
  return decodeHTML(withoutMarks(line))
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .split(/\s+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, LONGEST_WORD));
}

function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:>\s+)*(?:#{1,6}\s+|[-*+•]\s+)?/u, "")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]*?\S)\*(?![\w*])/g, "$1")
    .replaceAll(/`([^`]*)`/g, "$1")
    .replaceAll(/(?<!\\)\|/g, " ")
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1");
}
