import { csvField } from "./csv.ts";
import type { ExtractedTable } from "./tables.ts";
import { notationOf, typedText, type Notation } from "./typed-texts.ts";
import { toWorkbook, type WorkbookCell, type WorkbookSheet } from "./workbook.ts";

/** The tables of a document, which a file name or another name identifies. */
export interface NamedTables {
  readonly name: string;
  readonly tables: readonly ExtractedTable[];
}

/**
 * The tables of documents as an XLSX file: a sheet for each, with numbers and dates as such. If there is not exactly one
 * table, the first sheet lists them all, and the documents without any.
 */
export function tablesWorkbook(documents: readonly NamedTables[]): Promise<Uint8Array> {
  const all = documents.flatMap(({ name, tables }) => {
    const notation = notationOf(tables.flatMap(({ cells }) => cells.map(({ text }) => text)));
    return tables.map((table, index) => ({ name, table, number: index + 1, notation }));
  });
  const alone = documents.length === 1;
  const sheets = all.map(({ name, table, number, notation }) => ({
    // Short enough to end in the number of the table, whatever the name.
    name: alone ? `Table ${number}` : `${stem(name).slice(0, 22)} ${number}`,
    ...tableSheet(table, notation),
  }));
  if (all.length === 1) return toWorkbook(sheets);
  const listed = all.map(({ name, table, number }) => [
    name,
    table.pages.join(", "),
    number,
    table.caption,
    table.rows.length,
  ]);
  const without = documents.filter(({ tables }) => tables.length === 0).map(({ name }) => [name, "no table"]);
  const rows = [["File", "Pages", "Table", "Caption", "Rows"], ...listed, ...without];
  return toWorkbook([{ name: "Contents", rows }, ...sheets]);
}

function tableSheet(table: ExtractedTable, notation: Notation): Pick<WorkbookSheet, "rows" | "spans"> {
  const rows = table.rows.map((row, at): readonly WorkbookCell[] =>
    row.map((text) => (at < table.headRows ? text : typedText(text, notation))),
  );
  return { rows, spans: table.cells.filter(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1) };
}

/**
 * The tables of documents as one CSV: file, page and number of the table before the cells of each row. A row on two pages
 * has the first.
 */
export function tablesCsv(documents: readonly NamedTables[]): string {
  const all = documents.flatMap(({ name, tables }) => tables.map((table, at) => ({ name, table, at })));
  const columns = all.reduce((most, { table }) => Math.max(most, table.rows[0]?.length ?? 0), 0);
  const cells = Array.from({ length: columns }, (_, column) => `column ${column + 1}`);
  const lines = all.flatMap(({ name, table, at }) => {
    const pages = pagesOfRows(table);
    return table.rows.map((row, index) => [name, String(pages[index]), String(at + 1), ...row]);
  });
  return [["file", "page", "table", ...cells], ...lines]
    .map((line) => `${line.map((text) => csvField(text)).join(",")}\n`)
    .join("");
}

/** A row without text is on the page of the row before. */
function pagesOfRows({ rows, cells, pages }: ExtractedTable): readonly number[] {
  const first = new Map<number, number>();
  for (const { row, page } of cells) first.set(row, Math.min(page, first.get(row) ?? page));
  let page = pages[0] ?? 1;
  return rows.map((_, row) => (page = first.get(row) ?? page));
}

function stem(name: string): string {
  return name.replace(/\.[^.]{1,5}$/u, "") || name;
}
