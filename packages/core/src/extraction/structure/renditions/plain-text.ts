import type { Block, DocumentBlocks, NestedList } from "../model/block.ts";
import { type RenditionOptions, renderedBlocks } from "./rendition-options.ts";
import { tableGrid } from "./table-grid.ts";

/** The text in reading order without markup: a line for each block, item and table row; cells separated by tabs. */
export function toPlainText(
  document: Pick<DocumentBlocks, "blocks">,
  options: RenditionOptions = {},
): string {
  const texts = renderedBlocks(document.blocks, options).map((block) => blockText(block));
  const shown = texts.filter((text) => text !== "");
  return shown.length === 0 ? "" : `${shown.join("\n\n")}\n`;
}

/** The text of one block. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case "list":
      return listText(block, "");
    case "table": {
      const rows = tableGrid(block).map((row) => row.join("\t").trimEnd());
      return [block.caption, ...rows].filter((line) => line !== "").join("\n");
    }
    case "figure":
      return block.caption;
    case "form_field":
      return [block.label, block.value].filter((text) => text !== "").join(" ");
    case "check_box":
      return `[${block.checked ? "X" : " "}] ${block.label}`.trimEnd();
    default:
      return block.text;
  }
}

function listText({ items }: NestedList, indent: string): string {
  return items
    .map(({ marker, text, lists }) =>
      [`${indent}${marker} ${text}`, ...lists.map((list) => listText(list, `${indent}  `))].join("\n"),
    )
    .join("\n");
}
