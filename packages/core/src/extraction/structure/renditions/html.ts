import type {
  Block,
  DocumentBlocks,
  HeadingBlock,
  ListItem,
  NestedList,
  TextBlock,
  TextLink,
} from "../model/block.ts";
import { escapedHtml } from "./escape-markdown.ts";
import { type RenditionOptions, renderedBlocks } from "./rendition-options.ts";
import { tableHtml } from "./table-grid.ts";

/** The document as an HTML article; every block has its id, and its first page as `data-page`. */
export function toHtml(document: Pick<DocumentBlocks, "blocks">, options: RenditionOptions = {}): string {
  const blocks = renderedBlocks(document.blocks, options).map((block) => blockHtml(block));
  return `<article>\n${blocks.map((block) => `${block}\n`).join("")}</article>\n`;
}

function blockHtml(block: Block): string {
  const attributes = ` id="${block.id}" data-page="${block.places[0]?.page ?? 1}"`;
  if (block.kind === "code") return `<pre${attributes}><code>${escapedHtml(block.text)}</code></pre>`;
  if ("text" in block) return textHtml(block, attributes);
  if (block.kind === "list") return listHtml(block, attributes);
  if (block.kind === "table") {
    return tableHtml(block, block.caption).replace("<table>", () => `<table${attributes}>`);
  }
  if (block.kind === "figure") {
    return `<figure${attributes}><figcaption>${escapedHtml(block.caption)}</figcaption></figure>`;
  }
  if (block.kind === "check_box") return `<p${attributes}>${checkBoxHtml(block.label, block.checked)}</p>`;
  return `<p${attributes}><span>${escapedHtml(block.label)}</span> <b>${escapedHtml(block.value)}</b></p>`;
}

/** Elements of text blocks; others are paragraphs. */
const ELEMENTS: Partial<Record<Block["kind"], string>> = {
  title: "h1",
  page_header: "header",
  page_footer: "footer",
  page_number: "footer",
};

function textHtml(block: HeadingBlock | TextBlock, attributes: string): string {
  const name = block.kind === "heading" ? `h${block.level}` : (ELEMENTS[block.kind] ?? "p");
  const role = block.kind === "footnote" ? ' role="doc-footnote"' : "";
  return `<${name}${attributes}${role}>${linkedHtml(block)}</${name}>`;
}

function checkBoxHtml(label: string, checked: boolean): string {
  return `<label><input type="checkbox" disabled${checked ? " checked" : ""}> ${escapedHtml(label)}</label>`;
}

function listHtml({ ordered, items }: NestedList, attributes = ""): string {
  const name = ordered ? "ol" : "ul";
  return `<${name}${attributes}>${items.map((item) => itemHtml(item)).join("")}</${name}>`;
}

function itemHtml(item: ListItem): string {
  const value = /^\d{1,9}[.)]$/u.test(item.marker) ? ` value="${Number.parseInt(item.marker, 10)}"` : "";
  return `<li${value}>${linkedHtml(item)}${item.lists.map((list) => listHtml(list)).join("")}</li>`;
}

/** Links to pages and mail addresses; other kinds are only text. */
const SAFE_URL = /^(?:https?:|mailto:|tel:)/iu;

function linkedHtml({ text, links }: { readonly text: string; readonly links: readonly TextLink[] }): string {
  let result = "";
  let at = 0;
  for (const { start, end, url } of links) {
    if (start < at || end <= start || !SAFE_URL.test(url)) continue;
    const linked = escapedHtml(text.slice(start, end));
    result += `${escapedHtml(text.slice(at, start))}<a href="${escapedHtml(url)}">${linked}</a>`;
    at = end;
  }
  return result + escapedHtml(text.slice(at));
}
