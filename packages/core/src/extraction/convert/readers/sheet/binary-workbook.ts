import { zipSync } from "fflate";
import { quietly } from "../../archive/compound-file.ts";
import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, SheetCell, SheetRow, SheetSection } from "../../model/flow-document.ts";
import { hasHead, withoutOverlaps } from "../../model/sheet-rows.ts";
import { MAX_COLUMNS } from "./cell-place.ts";
import { HiddenColumns } from "./hidden-columns.ts";
import { SHORT_DATE } from "./number-format.ts";
import { cutSheet, hiddenRowsNote, hiddenSheetsNote, SheetBudget } from "./sheet-budget.ts";
import type * as Workbooks from "@e965/xlsx";
import type { CellObject, Range, WorkBook, WorkSheet } from "@e965/xlsx";

type Xlsx = typeof Workbooks;

/** Reads a workbook in a binary format (XLSB, XLS): values as they are displayed, macros ignored. */
export async function readBinaryWorkbook(bytes: Uint8Array): Promise<FlowDocument> {
  const xlsx = await import("@e965/xlsx");
  const workbook = quietly(() => parse(xlsx, bytes));
  const notes: string[] = [];
  const sections: SheetSection[] = [];
  const hidden: string[] = [];
  const budget = new SheetBudget();
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    if (!sheet) continue;
    if ((workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) hidden.push(name);
    else sections.push(readSheet(xlsx, { name, sheet, notes, budget }));
  }
  notes.push(...hiddenSheetsNote(hidden));
  return { title: workbook.Props?.Title ?? "", sections, notes, files: [] };
}

/** The files of an archive without its compression: SheetJS would inflate them without limits. */
export function inflatedWithinLimits(archive: ZipArchive): Uint8Array {
  const files = archive.names.map((name) => [name, archive.read(name) ?? new Uint8Array(0)] as const);
  return zipSync(Object.fromEntries(files), { level: 0 });
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
      dateNF: SHORT_DATE,
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

function readSheet(
  xlsx: Xlsx,
  {
    name,
    sheet,
    notes,
    budget,
  }: {
    readonly name: string;
    readonly sheet: WorkSheet;
    readonly notes: string[];
    readonly budget: SheetBudget;
  },
): SheetSection {
  const merges = mergesOf(sheet);
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet["!data"] ?? [];
  const rows: SheetRow[] = [];
  let hiddenRows = 0;
  budget.start();
  for (const [index, row] of data.entries()) {
    const cells = cellsOf(xlsx, row ?? [], { row: index, merges });
    if (cells.length === 0) continue;
    if (sheet["!rows"]?.[index]?.hidden === true) hiddenRows++;
    else if (budget.take(cells)) rows.push({ cells });
    else {
      notes.push(cutSheet(name, rows.length));
      break;
    }
  }
  if (hiddenRows > 0) notes.push(hiddenRowsNote(name, hiddenRows));
  const shown = hiddenColumnsOf(sheet).shown(rows, { name, notes });
  return { kind: "sheet", name, rows: shown, headRows: hasHead(shown) ? 1 : 0 };
}

function hiddenColumnsOf(sheet: WorkSheet): HiddenColumns {
  const hidden = new HiddenColumns();
  for (const [column, info] of (sheet["!cols"] ?? []).entries()) {
    if (info?.hidden === true) hidden.add(column, column);
  }
  return hidden;
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

function textOf(xlsx: Xlsx, cell: CellObject): string {
  return cell.w ?? (cell.t === "z" ? "" : xlsx.utils.format_cell(cell));
}
