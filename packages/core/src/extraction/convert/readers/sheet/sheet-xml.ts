import type { SheetCell } from "../../model/flow-document.ts";
import { readXmlEvents, type XmlHandler } from "../../xml/xml-events.ts";
import type { CellFormats } from "./cell-formats.ts";
import { withoutEscapes } from "./cell-text.ts";
import { placeOf, type CellPlace } from "./cell-place.ts";
import { HiddenColumns } from "./hidden-columns.ts";
import type { SheetBudget } from "./sheet-budget.ts";

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: CellFormats;
  readonly budget: SheetBudget;
}

/** A row of a sheet; its number is counted from 0. */
export interface NumberedRow {
  readonly number: number;
  readonly cells: SheetCell[];
}

/** The content of a sheet as its XML has it. */
export interface SheetContent {
  readonly rows: NumberedRow[];
  readonly merges: readonly Merge[];
  readonly hiddenRows: number;
  readonly hiddenColumns: HiddenColumns;
  /** Not all rows were read. */
  readonly isCut: boolean;
}

export interface Merge extends CellPlace {
  readonly columnSpan: number;
}

/** Reads a sheet event by event, because one with a million rows is too large for a tree. */
export function readSheetXml(bytes: Uint8Array, context: SheetContext): SheetContent {
  const handler = new SheetHandler(context);
  readXmlEvents(bytes, handler, () => handler.isCut);
  return handler;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

/** More merged areas are not read. */
const MAX_MERGES = 100_000;

class SheetHandler implements XmlHandler, SheetContent {
  readonly rows: NumberedRow[] = [];
  readonly merges: Merge[] = [];
  hiddenRows = 0;
  readonly hiddenColumns = new HiddenColumns();
  isCut = false;
  readonly #context: SheetContext;
  #row = -1;
  #isHidden = false;
  #column = -1;
  #cells: SheetCell[] = [];
  #cell: OpenCell | undefined;
  #text = "";
  #phonetic = 0;
  #isValue = false;

  constructor(context: SheetContext) {
    this.#context = context;
    context.budget.start();
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "c") this.#openCell(attributes);
    else if (name === "row") this.#openRow(attributes);
    else if (name === "mergeCell") this.#merge(attributes["ref"] ?? "");
    else if (name === "col") this.#openColumns(attributes);
    else if (name === "rPh") this.#phonetic++;
    else this.#isValue = (name === "v" || name === "t") && this.#phonetic === 0;
  }

  text(data: string): void {
    if (this.#isValue && this.#cell) this.#text += data;
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === "c") this.#closeCell();
    else if (name === "row") this.#closeRow();
    else if (name === "rPh") this.#phonetic--;
  }

  #openRow({ r, hidden }: Readonly<Record<string, string>>): void {
    const number = Number.parseInt(r ?? "", 10);
    this.#row = Number.isNaN(number) ? this.#row + 1 : number - 1;
    this.#isHidden = isTrue(hidden);
    this.#column = -1;
    this.#cells = [];
  }

  #openColumns({ min = "", max = min, hidden }: Readonly<Record<string, string>>): void {
    if (isTrue(hidden)) this.hiddenColumns.add(Number.parseInt(min, 10) - 1, Number.parseInt(max, 10) - 1);
  }

  #openCell({ r, t = "n", s = "" }: Readonly<Record<string, string>>): void {
    this.#column = placeOf(r ?? "")?.column ?? this.#column + 1;
    this.#cell = { column: this.#column, type: t, style: Number.parseInt(s, 10) || 0 };
    this.#text = "";
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (!cell || this.isCut) return;
    const text = this.#textOf(cell);
    if (text === "") return;
    const align = isNumber(cell) ? "right" : "left";
    this.#cells.push({ column: cell.column, columnSpan: 1, text, align, bold: false, remark: "" });
  }

  #textOf({ type, style }: OpenCell): string {
    const { formats, strings } = this.#context;
    const value = this.#text;
    if (value === "" || type === "e") return value;
    if (type === "b") return isTrue(value) ? "TRUE" : "FALSE";
    if (type === "s") return formats.text(strings[Number.parseInt(value, 10)] ?? "", style);
    if (type === "str" || type === "inlineStr") return formats.text(withoutEscapes(value), style);
    const number = type === "d" ? serialDate(value) : Number.parseFloat(value);
    return Number.isNaN(number) ? value : formats.text(number, style);
  }

  #closeRow(): void {
    if (this.isCut || this.#cells.length === 0) return;
    if (this.#isHidden) this.hiddenRows++;
    else if (this.#context.budget.take(this.#cells))
      this.rows.push({ number: this.#row, cells: this.#cells });
    else this.isCut = true;
    this.#cells = [];
  }

  #merge(ref: string): void {
    const [start, end] = ref.split(":").map(placeOf);
    if (start && end && end.column > start.column && this.merges.length < MAX_MERGES)
      this.merges.push({ ...start, columnSpan: end.column - start.column + 1 });
  }
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

function isNumber({ type }: OpenCell): boolean {
  return type === "n" || type === "d";
}

const DAY_MS = 86_400_000;
/** Serial dates count the days from here, for dates after February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);

/** NaN if it is no date. */
function serialDate(iso: string): number {
  const hasZone = /(?:z|[+-]\d\d:\d\d)$/i.test(iso);
  return (Date.parse(hasZone || !iso.includes("T") ? iso : `${iso}Z`) - EPOCH) / DAY_MS;
}
