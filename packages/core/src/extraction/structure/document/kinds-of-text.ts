import type { BodyText, PlacedText } from "./document-page.ts";

/** Footnotes are smaller than the body text by this factor, and in the lower part of the page. */
const NOTE_SIZE = 0.93;
const LOWER_PART = 0.45;

const NOTE = /^\(?(?:\d{1,3}|[*†‡§¶]{1,3}|[¹²³⁰⁴-⁹]{1,3})[).]?\s*[\p{L}"“„«(\d]/u;

/** Whether a text is a footnote: small, low on the page, starting with a number or a symbol. */
export function isFootnote({ page, block, box }: PlacedText, text: string, body: BodyText): boolean {
  if (block.role !== undefined) return block.role.kind === "footnote";
  if (block.style.size > NOTE_SIZE * body.style.size || !NOTE.test(text)) return false;
  return box.y0 > LOWER_PART * page.height;
}

/** Whether a text is code: set in a monospaced font, in a document that is not. Turned text labels a chart. */
export function isCode({ block }: PlacedText, body: BodyText): boolean {
  if (block.role !== undefined) return block.role.kind === "code";
  return block.style.monospaced && !body.style.monospaced && block.turned !== true;
}

/** The lines of code with their indentation, and blank lines where there is room for one. */
export function codeText(parts: readonly PlacedText[]): string {
  const lines = parts.flatMap(({ block }) => block.lines);
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const longest = lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const advance = (longest.x1 - longest.x0) / Math.max(1, longest.text.length);
  const steps = lines
    .slice(1)
    .map((line, at) => line.y1 - (lines[at]?.y1 ?? 0))
    .filter((step) => step > 0);
  const step = steps.length === 0 ? Infinity : Math.min(...steps);
  return lines
    .map(({ text, x0, y1 }, at) => {
      const indent = advance > 0 ? Math.round((x0 - left) / advance) : 0;
      const above = lines[at - 1];
      const isApart = above !== undefined && y1 - above.y1 > 1.7 * step;
      return `${isApart ? "\n" : ""}${" ".repeat(Math.min(MOST_INDENT, indent))}${text}`;
    })
    .join("\n");
}

const MOST_INDENT = 200;
