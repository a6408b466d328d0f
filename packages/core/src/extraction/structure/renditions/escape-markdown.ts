import type { TextLink } from "../model/block.ts";

/** Characters that Markdown may read as markup anywhere in a line. */
const SPECIAL =
  /[\\`*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?])|&(?=[A-Za-z#][A-Za-z0-9]{1,31};)|~(?=~)/gu;

/** What Markdown reads as markup at the start of a line. */
const LINE_START = /^(?:(?=#{1,6}(?:\s|$))|(?=[-+](?:\s|$))|(?=>)|(?=(?:=+|-{2,}|~{3,})\s*$))/u;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/u;

/** Text as Markdown shows it: characters that would be markup are escaped. One line. */
export function escapedMarkdown(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").replaceAll(SPECIAL, "\\$&");
  return line.replace(LINE_START, "\\").replace(ORDERED_START, "$1\\$2");
}

interface LinkedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

/** Text with its links in Markdown; `isLineStart` is false if markup stands before it on its line. */
export function linkedMarkdown({ text, links }: LinkedText, isLineStart = true): string {
  let result = "";
  let at = 0;
  for (const { start, end, url } of links) {
    if (start < at || end <= start) continue;
    const before = escapedPart(text.slice(at, start), isLineStart && at === 0);
    result += `${before}[${escapedPart(text.slice(start, end), false)}](${escapedUrl(url)})`;
    at = end;
  }
  return result + escapedPart(text.slice(at), isLineStart && at === 0);
}

function escapedPart(text: string, isLineStart: boolean): string {
  return isLineStart ? escapedMarkdown(text) : text.replaceAll(/\s+/gu, " ").replaceAll(SPECIAL, "\\$&");
}

function escapedUrl(url: string): string {
  return url.replaceAll(/[\s<>()\\]/gu, (character) =>
    encodeURIComponent(character).replace("(", "%28").replace(")", "%29"),
  );
}

/** Text as HTML shows it, also in attributes. */
export function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
