import type { PlacedCell, TableBlock } from "../model/block.ts";
import { isBullet } from "../geometry/markers.ts";
import { cellMarkdown, escapedHtml } from "./escape-markdown.ts";

type TableCells = Pick<TableBlock, "rows" | "columns" | "cells" | "headRows">;

/** The texts of a table by row and column; a cell that spans several stands in the first of them. */
export function tableGrid({ rows, columns, cells }: TableCells): readonly (readonly string[])[] {
  const blank = Array.from({ length: columns }, () => "");
  const grid = Array.from({ length: rows }, () => [...blank]);
  for (const { row, column, text } of cells) {
    const line = grid[row];
    if (line !== undefined && column < columns) line[column] = text;
  }
  return grid;
}

/** The table as CSV (RFC 4180) with "\n" as line end. */
export function tableCsv(table: TableCells): string {
  return tableGrid(table)
    .map((row) => `${row.map((text) => csvField(text)).join(",")}\n`)
    .join("");
}

function csvField(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The table in Markdown: with pipes, or as HTML if cells span several rows or columns. */
export function tableMarkdown(table: TableCells): string {
  const hasSpans = table.cells.some(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1);
  if (hasSpans || table.headRows > 1) return tableHtml(table);
  const [head, ...body] = tableGrid(table).map((row) => pipeRow(row));
  const rule = `|${" --- |".repeat(table.columns)}`;
  return [head, rule, ...body].join("\n");
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

function htmlRows({ rows, columns, cells, headRows }: TableCells): readonly string[] {
  const taken = new Set<number>();
  const starts = new Map(cells.map((cell) => [cell.row * columns + cell.column, cell]));
  return Array.from({ length: rows }, (_, row) => {
    const name = row < headRows ? "th" : "td";
    const written: string[] = [];
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (taken.has(at)) continue;
      const cell = starts.get(at);
      const rowSpan = Math.min(cell?.rowSpan ?? 1, rows - row);
      const columnSpan = Math.min(cell?.columnSpan ?? 1, columns - column);
      if (rowSpan > 1 || columnSpan > 1) addSpan({ at, rowSpan, columnSpan, columns }, taken);
      const spans = spanAttributes(rowSpan, columnSpan);
      written.push(`<${name}${spans}>${cell === undefined ? "" : cellHtml(cell)}</${name}>`);
    }
    return `<tr>${written.join("")}</tr>`;
  });
}

/** Adds the places of a cell that spans several. */
function addSpan(
  { at, rowSpan, columnSpan, columns }: { at: number; rowSpan: number; columnSpan: number; columns: number },
  taken: Set<number>,
): void {
  for (let r = 0; r < rowSpan; r++) for (let c = 0; c < columnSpan; c++) taken.add(at + r * columns + c);
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
