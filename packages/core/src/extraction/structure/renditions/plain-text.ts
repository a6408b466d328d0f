import type { Block, DocumentBlocks, NestedList, TableBlock } from "../model/block.ts";
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
  if ("text" in block) return block.text;
  if (block.kind === "list") return listText(block, "");
  if (block.kind === "table") return tableText(block);
  if (block.kind === "figure") return lines([block.description, block.caption]);
  if (block.kind === "check_box") return `[${block.checked ? "X" : " "}] ${block.label}`.trimEnd();
  return [block.label, block.value].filter((text) => text !== "").join(" ");
}

function tableText(table: TableBlock): string {
  const rows = tableGrid(table).map((row) => row.join("\t").replaceAll("\n", " ").trimEnd());
  return lines([table.caption, ...rows]);
}

function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

function listText({ items }: NestedList, indent: string): string {
  return items
    .map(({ marker, text, lists }) =>
      [`${indent}${marker} ${text}`, ...lists.map((list) => listText(list, `${indent}  `))].join("\n"),
    )
    .join("\n");
}
