import type { CellObject, ColInfo, Range, WorkSheet } from "@e965/xlsx";

/** A value with its type. A `date` is "2026-11-28" or "2026-11-28T09:30:00"; `format` is a number format of Excel. */
export type WorkbookCell =
  | string
  | number
  | boolean
  | null
  | { readonly number: number; readonly format: string }
  | { readonly date: string };

export interface WorkbookSheet {
  /** Any text; characters that Excel forbids are replaced, and a second sheet of the same name gets a number. */
  readonly name: string;
  readonly rows: readonly (readonly WorkbookCell[])[];
  /** Cells that span several rows or columns, counted from 0. */
  readonly spans?: readonly WorkbookSpan[];
}

interface WorkbookSpan {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Limits of the format. */
const [MAX_ROWS, MAX_COLUMNS, MAX_TEXT, MAX_NAME] = [1_048_576, 16_384, 32_767, 31];
const CUT = " … (cut: longer than a cell of Excel)";

/**
 * An XLSX file. Texts are stored as texts, so that none of them runs as a formula.
 * Throws a RangeError if there is no sheet, or one is larger than Excel's limits.
 */
export async function toWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  if (sheets.length === 0) throw new RangeError("A workbook has at least one sheet.");
  const xlsx = await import("@e965/xlsx");
  const names = sheetNames(sheets.map(({ name }) => name));
  const written = Object.fromEntries(sheets.map((sheet, index) => [names[index] ?? "", workSheet(sheet)]));
  const bytes: unknown = xlsx.write(
    { SheetNames: [...names], Sheets: written },
    { type: "buffer", bookType: "xlsx", compression: true, bookSST: true },
  );
  if (!(bytes instanceof Uint8Array)) throw new TypeError("The workbook could not be written.");
  return bytes;
}

/** Names that Excel accepts, each once whatever its case. */
export function sheetNames(wanted: readonly string[]): readonly string[] {
  const taken = new Set<string>(["history"]);
  return wanted.map((name) => {
    const plain = name.replaceAll(/[\p{Cc}[\]:*?/\\]/gu, "_").replaceAll(/^'+|'+$/gu, "") || "Sheet";
    for (let count = 1; ; count++) {
      const end = count === 1 ? "" : ` (${count})`;
      const candidate = `${plain.slice(0, MAX_NAME - end.length)}${end}`;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  });
}

function workSheet({ name, rows, spans = [] }: WorkbookSheet): WorkSheet {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 1);
  if (rows.length > MAX_ROWS || columns > MAX_COLUMNS) {
    const size = `${rows.length} rows and ${columns} columns`;
    throw new RangeError(`The sheet ${name} has ${size}; Excel takes ${MAX_ROWS} and ${MAX_COLUMNS}.`);
  }
  return {
    "!data": rows.map((row) => row.map((value) => cellObject(value))),
    "!ref": `A1:${columnName(columns - 1)}${Math.max(1, rows.length)}`,
    "!cols": widths(rows, columns),
    "!merges": spans.map((span) => merged(span)),
  };
}

function cellObject(value: WorkbookCell): CellObject {
  if (value === null || value === "") return { t: "z" };
  if (typeof value === "string") return { t: "s", v: withinCell(value) };
  if (typeof value === "boolean") return { t: "b", v: value };
  if (typeof value === "number") return { t: "n", v: value };
  if ("number" in value) return { t: "n", v: value.number, z: value.format };
  const day = Date.parse(value.date.length === 10 ? value.date : `${value.date.replace(/Z$/u, "")}Z`);
  if (Number.isNaN(day) || day < FIRST_DAY) return { t: "s", v: value.date };
  const format = value.date.length === 10 ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss";
  return { t: "n", v: (day - DAY_0) / DAY_MS, z: format };
}

const DAY_MS = 86_400_000;
/** Excel counts days from here, and counts a 29 February 1900, so that days before March 1900 are texts. */
const DAY_0 = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);

function withinCell(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - CUT.length)}${CUT}`;
}

/** In characters, wide enough for most texts of the first rows. */
function widths(rows: readonly (readonly WorkbookCell[])[], columns: number): ColInfo[] {
  const [least, most, looked] = [8, 60, 200];
  return Array.from({ length: columns }, (_, column) => {
    const lengths = rows.slice(0, looked).map((row) => shownLength(row[column] ?? null));
    return { wch: Math.min(most, Math.max(least, ...lengths) + 1) };
  });
}

function shownLength(value: WorkbookCell): number {
  if (value === null) return 0;
  if (typeof value !== "object")
    return Math.max(
      ...String(value)
        .split("\n")
        .map((line) => line.length),
    );
  return "date" in value ? value.date.length : value.format.length + 2;
}

function merged({ row, column, rowSpan, columnSpan }: WorkbookSpan): Range {
  return { s: { r: row, c: column }, e: { r: row + rowSpan - 1, c: column + columnSpan - 1 } };
}

/** "A", …, "Z", "AA", … */
function columnName(index: number): string {
  const before = Math.floor(index / 26);
  return `${before === 0 ? "" : columnName(before - 1)}${String.fromCharCode(65 + (index % 26))}`;
}
