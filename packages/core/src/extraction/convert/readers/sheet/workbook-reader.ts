import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, SheetCell, SheetRow, SheetSection } from "../../model/flow-document.ts";
import { hasHead } from "../../model/sheet-rows.ts";
import type * as Workbooks from "@e965/xlsx";
import type { CellObject, Range, WorkBook, WorkSheet } from "@e965/xlsx";

/** Rows of a sheet that are read; the others are named in the notes. */
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 16_384;

type Xlsx = typeof Workbooks;

/** Reads a workbook of any format (XLSX, XLSM, XLSB, XLS): values as they are displayed, macros ignored. */
export async function readWorkbook(bytes: Uint8Array): Promise<FlowDocument> {
  const xlsx = await import("@e965/xlsx");
  const workbook = parse(xlsx, bytes);
  const notes: string[] = [];
  const sections: SheetSection[] = [];
  const hidden: string[] = [];
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    if (!sheet) continue;
    if ((workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) hidden.push(name);
    else sections.push(readSheet(xlsx, name, sheet, notes));
  }
  if (hidden.length > 0)
    notes.push(`Hidden ${hidden.length === 1 ? "sheet" : "sheets"} left out: ${hidden.join(", ")}.`);
  return { title: workbook.Props?.Title ?? "", sections, notes, files: [] };
}

function parse(xlsx: Xlsx, bytes: Uint8Array): WorkBook {
  try {
    return xlsx.read(Buffer.from(bytes), {
      type: "buffer",
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellStyles: true,
      cellDates: false,
      sheetRows: MAX_ROWS + 1,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (/password|encrypt/i.test(reason)) {
      const message = "The workbook is encrypted; pass its password.";
      throw new ExtractionError("PASSWORD_REQUIRED", message, { cause });
    }
    throw new ExtractionError("DAMAGED_DOCUMENT", `The workbook is damaged: ${reason}`, { cause });
  }
}

function readSheet(xlsx: Xlsx, name: string, sheet: WorkSheet, notes: string[]): SheetSection {
  const merges = mergesOf(sheet);
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet["!data"] ?? [];
  const rows: SheetRow[] = [];
  let hiddenRows = 0;
  for (let index = 0; index < Math.min(data.length, MAX_ROWS); index++) {
    if (sheet["!rows"]?.[index]?.hidden === true) {
      hiddenRows++;
      continue;
    }
    const cells = cellsOf(xlsx, data[index] ?? [], { row: index, merges });
    if (cells.length > 0) rows.push({ cells });
  }
  if (data.length > MAX_ROWS)
    notes.push(`The sheet ${name} has more than ${MAX_ROWS} rows; the others were left out.`);
  if (hiddenRows > 0)
    notes.push(`${hiddenRows} hidden ${hiddenRows === 1 ? "row" : "rows"} of the sheet ${name} left out.`);
  return { kind: "sheet", name, rows, headRows: hasHead(rows) ? 1 : 0 };
}

/** Merged areas by the row and column of their first cell. */
type Merges = ReadonlyMap<string, Range>;

function mergesOf(sheet: WorkSheet): Merges {
  return new Map((sheet["!merges"] ?? []).map((range) => [`${range.s.r},${range.s.c}`, range]));
}

function cellsOf(
  xlsx: Xlsx,
  row: readonly (CellObject | undefined)[],
  { row: number, merges }: { readonly row: number; readonly merges: Merges },
): readonly SheetCell[] {
  const cells: SheetCell[] = [];
  for (let column = 0; column < Math.min(row.length, MAX_COLUMNS); column++) {
    const cell = row[column];
    if (!cell) continue;
    const text = textOf(xlsx, cell);
    const remark = (cell.c ?? []).map(({ t }) => t ?? "").join("\n");
    if (text === "" && remark === "") continue;
    const merge = merges.get(`${number},${column}`);
    const columnSpan = merge ? Math.min(merge.e.c - column + 1, MAX_COLUMNS) : 1;
    const isNumber = cell.t === "n" || cell.t === "d";
    cells.push({ column, columnSpan, text, align: isNumber ? "right" : "left", bold: false, remark });
  }
  return withoutOverlaps(cells);
}

/** A cell inside a merged area that has text of its own keeps its place. */
function withoutOverlaps(cells: readonly SheetCell[]): readonly SheetCell[] {
  return cells.map((cell, index) => {
    const next = cells[index + 1];
    if (!next || next.column >= cell.column + cell.columnSpan) return cell;
    return { ...cell, columnSpan: next.column - cell.column };
  });
}

function textOf(xlsx: Xlsx, cell: CellObject): string {
  return cell.w ?? (cell.t === "z" ? "" : xlsx.utils.format_cell(cell));
}
