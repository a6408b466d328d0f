import type { TextLink } from "../model/block.ts";
import { type InlinePart, inlineParts, type InlineText } from "./inline-text.ts";

/** Characters that Markdown may read as markup anywhere in a line. */
const SPECIAL =
  /[\\`*[\]]|_(?:(?<![\p{L}\p{N}]_)|(?![\p{L}\p{N}]))|<(?=[A-Za-z/!?])|&(?=[A-Za-z#][A-Za-z0-9]{1,31};)|~(?=~)/gu;

/** What Markdown reads as markup at the start of a line. */
const LINE_START = /^(?:(?=#{1,6}(?:\s|$))|(?=[-+](?:\s|$))|(?=>)|(?=(?:=+|-{2,}|~{3,})\s*$))/u;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/u;

/** Blanks that are not one space. */
const BLANKS = / \s+|[^\S ]\s*/g;

/** A first look: most texts have neither markup nor other blanks than single spaces. */
const MAYBE_CHANGED = /[\\`*_[\]<&~]|[^\S ]| {2}/;

/** Text as Markdown shows it: characters that would be markup are escaped. Ends of lines are hard line breaks. */
export function escapedMarkdown(text: string): string {
  return escapedPart(text, true);
}

/** Text in the cell of a table with pipes. */
export function cellMarkdown(text: string): string {
  if (!text.includes("\n")) return withoutPipes(escapedInline(text));
  return text
    .split("\n")
    .map((line) => withoutPipes(escapedInline(line)))
    .join("<br>");
}

function withoutPipes(text: string): string {
  return text.includes("|") ? text.replaceAll("|", "\\|") : text;
}

/** Text with its links and emphasis in Markdown; `isLineStart` is false if markup stands before it on its line. */
export function inlineMarkdown(inline: InlineText, isLineStart = true): string {
  const { text, links, emphasis } = inline;
  if (links.length + emphasis.length === 0) return escapedPart(text, isLineStart);
  // Not one string that grows: to look at its end, V8 would copy it each time.
  const result: string[] = [];
  let open: TextLink | undefined;
  for (const part of inlineParts(inline)) {
    if (part.link !== open) {
      if (open !== undefined) result.push(`](${escapedUrl(open.url)})`);
      if (part.link !== undefined) result.push("[");
      open = part.link;
    }
    const isStart =
      (isLineStart || part.start > 0) && isAtLineStart(text, part.start) && part.link === undefined;
    const follows = result.at(-1)?.endsWith("*") ?? false;
    result.push(emphasised(text, part, { isStart, follows }));
  }
  if (open !== undefined) result.push(`](${escapedUrl(open.url)})`);
  return result.join("");
}

function isAtLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n";
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const BLANK_OR_PUNCTUATION = /^$|[\s\p{P}\p{S}]/u;

/**
 * A part of a text, with asterisks if it is emphasised: inside of its spaces, and only where Markdown reads them as
 * emphasis (CommonMark, 6.2).
 */
function emphasised(
  text: string,
  { start, end, bold, italic }: InlinePart,
  { isStart, follows }: { readonly isStart: boolean; readonly follows: boolean },
): string {
  const raw = text.slice(start, end);
  const own = raw.trim();
  const signs = "*".repeat((bold ? 2 : 0) + (italic ? 1 : 0));
  const from = start + raw.indexOf(own);
  const before = text.charAt(from - 1);
  const after = text.charAt(from + own.length);
  const opens = !PUNCTUATION.test(own.charAt(0)) || BLANK_OR_PUNCTUATION.test(before);
  const closes = !PUNCTUATION.test(own.at(-1) ?? "") || BLANK_OR_PUNCTUATION.test(after);
  const touches = follows && from === start;
  if (signs === "" || own === "" || !opens || !closes || touches) return escapedPart(raw, isStart);
  return `${escapedPart(text.slice(start, from), false)}${signs}${escapedPart(own, false)}${signs}${escapedPart(text.slice(from + own.length, end), false)}`;
}

const HARD_BREAK = "\\\n";

function escapedPart(text: string, isLineStart: boolean): string {
  if (!text.includes("\n")) return isLineStart ? escapedLine(text) : escapedInline(text);
  return text
    .split("\n")
    .map((line, at) => (isLineStart || at > 0 ? escapedLine(line) : escapedInline(line)))
    .join(HARD_BREAK);
}

/** What a line may start with that Markdown reads as markup; most start with something else. */
const MAYBE_MARKED = /^[#\-+>=~\d]/;

function escapedLine(text: string): string {
  const escaped = escapedInline(text);
  if (!MAYBE_MARKED.test(escaped)) return escaped;
  return escaped.replace(LINE_START, "\\").replace(ORDERED_START, "$1\\$2");
}

/** Text as Markdown shows it within a line. */
export function escapedInline(text: string): string {
  return MAYBE_CHANGED.test(text) ? text.replaceAll(BLANKS, " ").replaceAll(SPECIAL, "\\$&") : text;
}

function escapedUrl(url: string): string {
  return url.replaceAll(/[\s<>()\\]/gu, (character) =>
    encodeURIComponent(character).replace("(", "%28").replace(")", "%29"),
  );
}

/** Text as HTML shows it, also in attributes. */
export function escapedHtml(text: string): string {
  if (!HTML_MARKUP.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const HTML_MARKUP = /[&<>"]/;
