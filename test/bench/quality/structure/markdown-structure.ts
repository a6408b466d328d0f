import type { TreeNode } from "./tree-edit-distance.ts";

/** What is scored of a Markdown text. */
export interface MarkdownStructure {
  /** All text without markup, in order, with white space collapsed. */
  readonly text: string;
  readonly tables: readonly TreeNode[];
  /** Headings and the content below each, as a flat tree; tables are left out. */
  readonly headings: TreeNode;
}

export const HTML_TABLE = /<table[^>]*>[\s\S]*?<\/table>/giu;
const PIPE_TABLE = /(?:^[ \t]*\|.*\|[ \t]*(?:\n|$)){2,}/gmu;

export function markdownStructure(markdown: string): MarkdownStructure {
  const tables: TreeNode[] = [];
  const withHtml = withHtmlTables(markdown);
  for (const [html] of withHtml.matchAll(HTML_TABLE)) tables.push(tableTree(html));
  return { text: plain(withHtml.replaceAll(/<[^>]+>/gu, " ")), tables, headings: headingTree(withHtml) };
}

/** Markdown whose tables are all written in HTML. */
export function withHtmlTables(markdown: string): string {
  return markdown.replaceAll(PIPE_TABLE, (lines) => pipeTableHtml(lines));
}

function pipeTableHtml(lines: string): string {
  const rows = lines
    .trim()
    .split("\n")
    .filter((line) => !/^[\s|:-]+$/u.test(line));
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\|/u, "")
      .replace(/\|$/u, "")
      .split(/(?<!\\)\|/u)
      .map((cell) => `<td>${cell.trim()}</td>`)
      .join(""),
  );
  return `\n<table>${cells.map((row) => `<tr>${row}</tr>`).join("")}</table>\n`;
}

/** The tree of a table: rows and their cells, labelled with their spans; heads and bodies do not count. */
export function tableTree(html: string): TreeNode {
  const rows = Array.from(html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/giu), ([, row = ""]) => ({
    label: "tr",
    text: "",
    children: Array.from(
      row.matchAll(/<t[dh]([^>]*)>([\s\S]*?)<\/t[dh]>/giu),
      ([, attributes = "", text = ""]) => ({
        label: `td ${spanIn(attributes, "rowspan")} ${spanIn(attributes, "colspan")}`,
        text: plain(text.replaceAll(/<[^>]+>/gu, " ")),
        children: [],
      }),
    ),
  }));
  return { label: "table", text: "", children: rows };
}

function spanIn(attributes: string, name: string): number {
  return Number(new RegExp(`${name}="?(\\d+)`, "iu").exec(attributes)?.[1] ?? 1);
}

function headingTree(markdown: string): TreeNode {
  const root: MutableNode = { label: "document", text: "", children: [] };
  let open = root;
  let content: string[] = [];
  const flush = (): void => {
    const text = plain(content.join(" "));
    if (text !== "") open.children.push({ label: "content", text, children: [] });
    content = [];
  };
  for (const line of markdown.replaceAll(HTML_TABLE, "").split("\n")) {
    const heading = /^#{1,6}\s+(.*)$/u.exec(line)?.[1];
    if (heading === undefined) {
      content.push(line);
      continue;
    }
    flush();
    open = { label: "heading", text: plain(heading), children: [] };
    root.children.push(open);
  }
  flush();
  return root;
}

interface MutableNode extends TreeNode {
  readonly children: MutableNode[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
  "&nbsp;": " ",
};

/** Text as a reader sees it: images as their description, links as their text, escapes and emphasis resolved. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/^\s*#{1,6}\s+/gmu, "")
    .replaceAll(/^\s*(?:[-*+]\s+|```.*$)/gmu, "")
    .replaceAll(/(?<!\\)(\*{1,3}|__|~~)(\S(?:.*?\S)?)\1/gu, "$2")
    .replaceAll(/\\([!-/:-@[-`{-~])/gu, "$1")
    .replaceAll(/&(?:lt|gt|quot|amp|nbsp);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/gu, " ")
    .trim();
}
