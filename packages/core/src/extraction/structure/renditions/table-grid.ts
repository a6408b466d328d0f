import type { PlacedCell, TableBlock } from "../model/block.ts";
import { isBullet } from "../geometry/markers.ts";
import { withOneCellAPlace } from "../tables/cell-places.ts";
import { csvField } from "./csv.ts";
import { cellMarkdown, escapedHtml } from "./escape-markdown.ts";

type TableCells = Pick<TableBlock, "rows" | "columns" | "cells" | "headRows">;

/** The texts of a table by row and column; a cell that spans several stands in the first of them. */
export function tableGrid(table: TableCells): readonly (readonly string[])[] {
  return cellGrid(table).map((row) => row.map((cell) => cell?.text ?? ""));
}

/** The cells of a table by row and column; `repeats` has a cell that spans several in each of its places. */
export function cellGrid(
  table: TableCells,
  repeats = false,
): readonly (readonly (PlacedCell | undefined)[])[] {
  const { rows, columns, cells } = withOneCellAPlace(table);
  const blank: readonly (PlacedCell | undefined)[] = Array.from({ length: columns });
  const grid = Array.from({ length: rows }, () => [...blank]);
  for (const cell of cells) {
    const { row, column, rowSpan, columnSpan } = cell;
    const [height, width] = repeats ? [rowSpan, columnSpan] : [1, 1];
    for (let at = row; at < row + height; at++) grid[at]?.fill(cell, column, column + width);
  }
  return grid;
}

/** The table as CSV with "\n" as line end; see `csvField`. */
export function tableCsv(table: TableCells): string {
  return tableGrid(table)
    .map((row) => `${row.map((text) => csvField(text)).join(",")}\n`)
    .join("");
}

/** The table in Markdown: with pipes, or as HTML if cells span several rows or columns. */
export function tableMarkdown(table: TableCells): string {
  const hasSpans = table.cells.some(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1);
  if (hasSpans || table.headRows > 1) return tableHtml(table);
  const [head, ...body] = tableGrid(table);
  return head === undefined ? "" : [pipeHead(head), ...body.map((row) => pipeRow(row))].join("\n");
}

/** The head of a table with pipes, and the line below it. */
export function pipeHead(texts: readonly string[]): string {
  return `${pipeRow(texts)}\n|${" --- |".repeat(texts.length)}`;
}

/** A row of a table with pipes. */
export function pipeRow(texts: readonly string[]): string {
  return `| ${texts.map((text) => cellMarkdown(text)).join(" | ")} |`;
}

/** The table in HTML, a line for each row. */
export function tableHtml(table: TableCells, caption = ""): string {
  const rows = htmlRows(table);
  const head = rows.slice(0, table.headRows);
  const body = rows.slice(table.headRows);
  return [
    "<table>",
    ...(caption === "" ? [] : [`<caption>${escapedHtml(caption)}</caption>`]),
    ...(head.length === 0 ? [] : ["<thead>", ...head, "</thead>"]),
    ...(body.length === 0 ? [] : ["<tbody>", ...body, "</tbody>"]),
    "</table>",
  ].join("\n");
}

function htmlRows(table: TableCells): readonly string[] {
  return cellGrid(table, true).map((places, row) => {
    const name = row < table.headRows ? "th" : "td";
    const written = places.map((cell, column) => {
      if (cell === undefined) return `<${name}></${name}>`;
      if (cell.row !== row || cell.column !== column) return "";
      return `<${name}${spanAttributes(cell.rowSpan, cell.columnSpan)}>${cellHtml(cell)}</${name}>`;
    });
    return `<tr>${written.join("")}</tr>`;
  });
}

function cellHtml({ text, blocks }: PlacedCell): string {
  if (blocks === undefined) return escapedHtml(text);
  return blocks
    .map((block) => {
      if (block.kind === "paragraph") return `<p>${escapedHtml(block.text)}</p>`;
      const items = block.items.map((item) => `${itemStart(item.marker)}${escapedHtml(item.text)}</li>`);
      return inList(block, items.join(""));
    })
    .join("");
}

interface MarkedList {
  readonly ordered: boolean;
  readonly items: readonly { readonly marker: string }[];
}

/** The items of a list in its element; without numbers of its own if markers are kept as text. */
export function inList({ ordered, items }: MarkedList, written: string, attributes = ""): string {
  const isWritten = ordered && !items.every(({ marker }) => NUMBER.test(marker));
  const style = isWritten ? ' style="list-style: none"' : "";
  const name = ordered ? "ol" : "ul";
  return `<${name}${attributes}${style}>${written}</${name}>`;
}

const NUMBER = /^\d{1,9}[.)]$/u;

/** The start of a list item: its number as an attribute; markers that HTML has not, such as "(a)", are kept as text. */
export function itemStart(marker: string): string {
  if (NUMBER.test(marker)) return `<li value="${Number.parseInt(marker, 10)}">`;
  return isBullet(marker) ? "<li>" : `<li>${escapedHtml(marker)} `;
}

function spanAttributes(rowSpan: number, columnSpan: number): string {
  const rows = rowSpan > 1 ? ` rowspan="${rowSpan}"` : "";
  return columnSpan > 1 ? `${rows} colspan="${columnSpan}"` : rows;
}
