import type { Block, DocumentBlocks, HeadingBlock, ListItem, NestedList, TextBlock } from "../model/block.ts";
import { escapedHtml } from "./escape-markdown.ts";
import { inlineParts, type InlineText } from "./inline-text.ts";
import { type RenditionOptions, renderedBlocks } from "./rendition-options.ts";
import { inList, itemStart, tableHtml } from "./table-grid.ts";

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
    const caption = block.caption === "" ? "" : `<figcaption>${escapedHtml(block.caption)}</figcaption>`;
    return `<figure${attributes}>${pictureHtml(block.description)}${caption}</figure>`;
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
  return `<${name}${attributes}${role}>${inlineHtml(block)}</${name}>`;
}

/** The picture itself is not part of the article. */
function pictureHtml(description: string): string {
  return description === "" ? "" : `<span role="img" aria-label="${escapedHtml(description)}"></span>`;
}

function checkBoxHtml(label: string, checked: boolean): string {
  return `<label><input type="checkbox" disabled${checked ? " checked" : ""}> ${escapedHtml(label)}</label>`;
}

function listHtml(list: NestedList, attributes = ""): string {
  return inList(list, list.items.map((item) => itemHtml(item)).join(""), attributes);
}

function itemHtml(item: ListItem): string {
  return `${itemStart(item.marker)}${inlineHtml(item)}${item.lists.map((list) => listHtml(list)).join("")}</li>`;
}

function inlineHtml(inline: InlineText): string {
  return inlineParts(inline)
    .map(({ start, end, link, bold, italic }) => {
      const text = escapedHtml(inline.text.slice(start, end)).replaceAll("\n", "<br>\n");
      const slanted = italic ? `<em>${text}</em>` : text;
      const strong = bold ? `<strong>${slanted}</strong>` : slanted;
      return link === undefined ? strong : `<a href="${escapedHtml(link.url)}">${strong}</a>`;
    })
    .join("");
}
