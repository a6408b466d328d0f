import { deciding } from "../../page/decision-log.ts";
import type { PageLine } from "../model/page-structure.ts";
import type { BodyText } from "./body-text.ts";
import type { PlacedText } from "./document-page.ts";
import { beginsNote, NOTE_SIZE } from "../../layout/order/footnotes.ts";

/** Footnotes are below this share of the page's height. */
const LOWER_PART = 0.45;

/** Whether a text is a footnote: small, low on the page, starting with a number or a symbol. */
export function isFootnote({ page, block, box }: PlacedText, text: string, body: BodyText): boolean {
  if (block.role !== undefined) return block.role.kind === "footnote";
  if (block.style.size > NOTE_SIZE * body.style.size || !beginsNote(text)) return false;
  const isLow = box.y0 > LOWER_PART * page.height;
  deciding.log?.recordOn(page.number, {
    question: "footnote",
    accepted: isLow,
    outcome: isLow
      ? "A footnote: small, low on the page, and it begins with a number or symbol."
      : "No footnote, although it is small and begins with a number or symbol: it is too high on the page.",
    box,
    reasons: [
      {
        fact: "size ÷ that of the body text",
        value: block.style.size / body.style.size,
        limit: `at most ${NOTE_SIZE}`,
      },
      { fact: "top ÷ height of the page", value: box.y0 / page.height, limit: `more than ${LOWER_PART}` },
    ],
  });
  return isLow;
}

/**
 * Whether a text is code: set in a monospaced font, in a document that is not. Word processors tag code as paragraphs.
 * Turned text labels a chart.
 */
export function isCode({ block }: PlacedText, body: BodyText): boolean {
  if (block.role !== undefined && block.role.kind !== "paragraph") return block.role.kind === "code";
  return block.style.monospaced && !body.style.monospaced && block.turned !== true;
}

/** The lines of code with their indentation and columns, and blank lines where there is room for one. */
export function codeText(parts: readonly PlacedText[]): string {
  const lines = parts.flatMap(({ block }) => block.lines);
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const longest = lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const advance = (longest.x1 - longest.x0) / Math.max(1, longest.text.length);
  const step = lineStep(lines);
  let code = "";
  for (const [at, { text, x0, y1 }] of lines.entries()) {
    const above = lines[at - 1];
    const from = advance > 0 ? Math.min(MOST_INDENT, Math.round((x0 - left) / advance)) : 0;
    if (above !== undefined && isBeside(above, { x0, y1 })) {
      const end = code.length - code.lastIndexOf("\n") - 1;
      code += " ".repeat(Math.max(1, from - end)) + text;
      continue;
    }
    const isApart = above !== undefined && y1 - above.y1 > 1.7 * step;
    code += `${at === 0 ? "" : "\n"}${isApart ? "\n" : ""}${" ".repeat(from)}${text}`;
  }
  return code;
}

/** The smallest step from one line to the next. */
function lineStep(lines: readonly PageLine[]): number {
  let least = Infinity;
  for (const [at, { y0, y1 }] of lines.entries()) {
    const step = y1 - (lines[at - 1]?.y1 ?? Infinity);
    if (step > SAME_LINE * (y1 - y0)) least = Math.min(least, step);
  }
  return least;
}

/** Texts whose lower edges differ by less than this share of their height are in one line: some have descenders. */
const SAME_LINE = 0.5;

/** Whether a text is on the right of another one in its line, as in columns of output. */
function isBeside(left: PageLine, { x0, y1 }: Pick<PageLine, "x0" | "y1">): boolean {
  return x0 > left.x1 && Math.abs(y1 - left.y1) < SAME_LINE * (left.y1 - left.y0);
}

const MOST_INDENT = 200;
