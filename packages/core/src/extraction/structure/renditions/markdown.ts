import type { Block, DocumentBlocks, FigureBlock, ListItem, NestedList } from "../model/block.ts";
import { isBullet } from "../geometry/markers.ts";
import { escapedInline, escapedMarkdown, inlineMarkdown } from "./escape-markdown.ts";
import { type RenditionOptions, renderedBlocks } from "./rendition-options.ts";
import { tableMarkdown } from "./table-grid.ts";

/** The document in Markdown: CommonMark with GitHub's tables, and HTML for tables whose cells span several. */
export function toMarkdown(document: Pick<DocumentBlocks, "blocks">, options: RenditionOptions = {}): string {
  const parts: string[] = [];
  let before: Block | undefined;
  for (const block of renderedBlocks(document.blocks, options)) {
    const text = blockMarkdown(block);
    if (text === "") continue;
    if (before !== undefined) parts.push(isTaskList(before) && isTaskList(block) ? "\n" : "\n\n");
    parts.push(text);
    before = block;
  }
  return parts.length === 0 ? "" : `${parts.join("")}\n`;
}

function isTaskList({ kind }: Block): boolean {
  return kind === "check_box";
}

/** One block in Markdown, without the blank lines around it. */
export function blockMarkdown(block: Block): string {
  if (block.kind === "title") return `# ${inlineMarkdown(block, false)}`;
  if (block.kind === "heading") return `${"#".repeat(block.level)} ${inlineMarkdown(block, false)}`;
  if (block.kind === "code") return fenced(block.text);
  if ("text" in block) return inlineMarkdown(block);
  if (block.kind === "list") return listMarkdown(block, "");
  if (block.kind === "table") {
    return [escapedMarkdown(block.caption), tableMarkdown(block)].filter((part) => part !== "").join("\n\n");
  }
  if (block.kind === "figure") return figureMarkdown(block);
  if (block.kind === "form_field") return labelled(block.label, block.value);
  return `- [${block.checked ? "x" : " "}] ${escapedMarkdown(block.label)}`.trimEnd();
}

/** The description stands for the picture, the caption below it; one of both stands for the picture alone. */
function figureMarkdown({ id, caption, description }: FigureBlock): string {
  const picture = `![${escapedInline(description || caption)}](#${id})`;
  return description === "" || caption === "" ? picture : `${picture}\n\n${escapedMarkdown(caption)}`;
}

function labelled(label: string, value: string): string {
  if (label === "") return escapedMarkdown(value);
  const colon = /[:：?]$/u.test(label) ? "" : ":";
  return `${escapedMarkdown(label)}${colon} ${escapedMarkdown(value)}`;
}

/** A fence longer than any in the code. */
function fenced(code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/gu), ({ 0: run }) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

function listMarkdown({ items }: NestedList, indent: string): string {
  return items.map((item) => itemMarkdown(item, indent)).join("\n");
}

function itemMarkdown(item: ListItem, indent: string): string {
  const { bullet, printed } = markdownMarker(item.marker);
  const text = [printed, inlineMarkdown(item)].filter((part) => part !== "").join(" ");
  const inner = indent + " ".repeat(bullet.length + 1);
  return [
    `${indent}${bullet} ${text.replaceAll("\n", `\n${inner}`)}`,
    ...item.lists.map((list) => listMarkdown(list, inner)),
  ].join("\n");
}

/** The marker as Markdown has it; those that it has not, such as "(a)", are kept as text. */
function markdownMarker(marker: string): { readonly bullet: string; readonly printed: string } {
  if (/^\d{1,9}[.)]$/u.test(marker)) return { bullet: marker, printed: "" };
  return { bullet: "-", printed: isBullet(marker) ? "" : escapedMarkdown(marker) };
}
