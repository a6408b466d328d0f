import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A document of the ICDAR-2013 table competition and the cells of its tables. */
export interface TrueTables {
  readonly name: string;
  readonly path: string;
  /** Each table in HTML. */
  readonly html: readonly string[];
}

interface TrueCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly text: string;
}

/** Reads the documents of a folder; one whose truth is in several files is read once. */
export function trueTables(folder: string): readonly TrueTables[] {
  const files = readdirSync(folder);
  return files
    .filter((name) => name.endsWith(".pdf"))
    .map((name) => {
      const stem = name.replace(/\.pdf$/u, "");
      const own = files.filter((file) => new RegExp(`^${stem}[a-z]?-str\\.xml$`, "u").test(file));
      return {
        name: stem,
        path: join(folder, name),
        html: own.flatMap((file) => tablesIn(readFileSync(join(folder, file), "utf8"))),
      };
    });
}

function tablesIn(xml: string): readonly string[] {
  return Array.from(xml.matchAll(/<table[\s>][\s\S]*?<\/table>/gu), ([table]) => {
    const cells: TrueCell[] = [];
    for (const [region] of table.matchAll(/<region[\s\S]*?<\/region>/gu)) {
      const rows = numberIn(region, "row-increment", 0);
      const columns = numberIn(region, "col-increment", 0);
      for (const [cell] of region.matchAll(/<cell[\s\S]*?<\/cell>/gu))
        cells.push(cellIn(cell, rows, columns));
    }
    return htmlOf(fromNought(cells));
  });
}

function cellIn(xml: string, rows: number, columns: number): TrueCell {
  const row = numberIn(xml, "start-row", 0);
  const column = numberIn(xml, "start-col", 0);
  const text = /<content>([\s\S]*?)<\/content>/u.exec(xml)?.[1] ?? "";
  return {
    row: row + rows,
    column: column + columns,
    rowSpan: numberIn(xml, "end-row", row) - row + 1,
    columnSpan: numberIn(xml, "end-col", column) - column + 1,
    text: text.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/u, "$1").trim(),
  };
}

function numberIn(xml: string, name: string, otherwise: number): number {
  const value = new RegExp(`\\b${name}=['"](-?\\d+)['"]`, "u").exec(xml)?.[1];
  return value === undefined ? otherwise : Number(value);
}

/** Some files count rows and columns from 1. */
function fromNought(cells: readonly TrueCell[]): readonly TrueCell[] {
  const firstRow = Math.min(...cells.map(({ row }) => row));
  const firstColumn = Math.min(...cells.map(({ column }) => column));
  return cells.map((cell) => ({ ...cell, row: cell.row - firstRow, column: cell.column - firstColumn }));
}

/** Places that no cell covers are blank cells. */
function htmlOf(cells: readonly TrueCell[]): string {
  const rows = Math.max(0, ...cells.map(({ row, rowSpan }) => row + rowSpan));
  const columns = Math.max(0, ...cells.map(({ column, columnSpan }) => column + columnSpan));
  const taken = new Set<number>();
  const starts = new Map(cells.map((cell) => [cell.row * columns + cell.column, cell]));
  const lines = Array.from({ length: rows }, (_, row) => {
    const line: string[] = [];
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (taken.has(at)) continue;
      const { rowSpan = 1, columnSpan = 1, text = "" } = starts.get(at) ?? {};
      for (let r = 0; r < rowSpan; r++) for (let c = 0; c < columnSpan; c++) taken.add(at + r * columns + c);
      line.push(`<td rowspan="${rowSpan}" colspan="${columnSpan}">${text}</td>`);
    }
    return `<tr>${line.join("")}</tr>`;
  });
  return `<table>${lines.join("")}</table>`;
}
