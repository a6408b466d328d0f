import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import {
  heading,
  textSection,
  type FlowDocument,
  type Section,
  type SheetCell,
  type SheetSection,
} from "../../model/flow-document.ts";
import { hasHead, withoutOverlaps } from "../../model/sheet-rows.ts";
import { OfficePackage, type OfficePart, type RawPart } from "../office-xml/office-package.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  findElement,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { CellFormats } from "./cell-formats.ts";
import { formattedValue } from "./number-format.ts";
import { placeOf } from "./cell-place.ts";
import { stringText } from "./cell-text.ts";
import { sharedStrings } from "./shared-strings.ts";
import { cutSheet, hiddenRowsNote, hiddenSheetsNote, SheetBudget } from "./sheet-budget.ts";
import { readSheetXml, type Merge, type NumberedRow, type SheetContext } from "./sheet-xml.ts";
import { sheetDrawings } from "./sheet-drawings.ts";

/** Reads a workbook (XLSX, XLSM): values as they are displayed; macros and macro sheets are ignored. */
export function readWorkbook(archive: ZipArchive): FlowDocument {
  const file = new OfficePackage(archive, formattedValue);
  const main = file.mainPart() ?? file.part("xl/workbook.xml");
  const workbook = findElement(main?.root, "workbook");
  if (!main || !workbook)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The workbook is damaged: its list of sheets is missing.");
  const sheets = childrenOf(childOf(workbook, "sheets"), "sheet");
  const shown = sheets.filter(({ attributes }) => (attributes["state"] ?? "visible") === "visible");
  const hidden = sheets.filter((sheet) => !shown.includes(sheet)).map(nameOf);
  const notes = [...hiddenSheetsNote(hidden)];
  const reader = new WorkbookReader(file, main, notes);
  return { title: file.title(), sections: reader.sections(shown), notes, files: [] };
}

const nameOf = ({ attributes }: XmlElement): string => attributes["name"] ?? "";

class WorkbookReader {
  readonly #file: OfficePackage;
  readonly #main: OfficePart;
  readonly #notes: string[];
  readonly #context: SheetContext;

  constructor(file: OfficePackage, main: OfficePart, notes: string[]) {
    this.#file = file;
    this.#main = main;
    this.#notes = notes;
    const date1904 = findElement(main.root, "workbookPr")?.attributes["date1904"] ?? "";
    const styles = findElement(file.related(main, "styles")?.root, "styleSheet");
    this.#context = {
      strings: sharedStrings(file.rawRelated(main, "sharedStrings")),
      formats: new CellFormats(styles, { date1904: date1904 === "1" || date1904 === "true" }),
      budget: new SheetBudget(),
    };
  }

  /** Sheet by sheet, so that only one is in memory. */
  *sections(sheets: readonly XmlElement[]): Generator<Section, void, undefined> {
    const others: string[] = [];
    for (const sheet of sheets) {
      const relation = this.#main.relations.get(sheet.attributes["r:id"] ?? "");
      const part = relation?.part === undefined ? undefined : this.#file.rawPart(relation.part);
      if (!relation || !part) continue;
      const name = nameOf(sheet);
      const drawings = sheetDrawings(this.#file, part);
      if (relation.type === "worksheet") {
        yield this.#sheet(name, part);
        if (drawings.length > 0) yield textSection(drawings);
      } else if (relation.type === "chartsheet") yield textSection([heading(2, name), ...drawings]);
      else others.push(name);
    }
    if (others.length > 0) this.#notes.push(`Macro or dialog sheets left out: ${others.join(", ")}.`);
  }

  #sheet(name: string, part: RawPart): SheetSection {
    const content = readSheetXml(part.bytes, this.#context);
    const { merges, hiddenRows, hiddenColumns, isCut } = content;
    if (isCut) this.#notes.push(cutSheet(name, content.rows.length));
    if (hiddenRows > 0) this.#notes.push(hiddenRowsNote(name, hiddenRows));
    merge(content.rows, merges);
    this.#addRemarks(content.rows, part);
    const rows = hiddenColumns.shown(content.rows, { name, notes: this.#notes });
    return { kind: "sheet", name, rows, headRows: hasHead(rows) ? 1 : 0 };
  }

  #addRemarks(rows: NumberedRow[], part: RawPart): void {
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    for (const [address, remark] of this.#remarks(part)) {
      const place = placeOf(address);
      if (!place || remark === "") continue;
      const { row: number, column } = place;
      const row = byNumber.get(number) ?? { number, cells: [] };
      if (!byNumber.has(number)) {
        byNumber.set(number, row);
        rows.push(row);
      }
      addRemark(row.cells, column, remark);
    }
    rows.sort((one, other) => one.number - other.number);
  }

  /** The comments of a sheet by the address of their cell. */
  #remarks(part: RawPart): ReadonlyMap<string, string> {
    const remarks = new Map<string, string>();
    const comments = findElement(this.#file.related(part, "comments")?.root, "commentList");
    for (const comment of childrenOf(comments, "comment"))
      remarks.set(addressOf(comment), [...elementsBelow(comment, "text")].map(stringText).join("\n"));
    // Of a conversation, the older kind of comment only says that it cannot show it.
    const threads = findElement(this.#file.related(part, "threadedComment")?.root, "ThreadedComments");
    const spoken = Map.groupBy(childrenOf(threads, "threadedComment"), addressOf);
    for (const [address, parts] of spoken)
      remarks.set(address, parts.map((one) => textOf(childOf(one, "text"))).join("\n"));
    return remarks;
  }
}

const addressOf = ({ attributes }: XmlElement): string => attributes["ref"] ?? "";

/** A comment may be on an empty cell. */
function addRemark(cells: SheetCell[], column: number, remark: string): void {
  const at = cells.findIndex((cell) => cell.column >= column);
  const cell = cells[at];
  if (cell?.column === column) cells[at] = { ...cell, remark };
  else {
    const empty: SheetCell = { column, columnSpan: 1, text: "", align: "left", bold: false, remark };
    cells.splice(at < 0 ? cells.length : at, 0, empty);
  }
}

/** Widens the first cell of each merged area; a cell inside one that has text of its own keeps its place. */
function merge(rows: readonly NumberedRow[], merges: readonly Merge[]): void {
  const byRow = new Map<number, Map<number, number>>();
  for (const { row, column, columnSpan } of merges) {
    const spans = byRow.get(row) ?? new Map<number, number>();
    byRow.set(row, spans.set(column, columnSpan));
  }
  if (byRow.size === 0) return;
  for (const { number, cells } of rows) {
    const spans = byRow.get(number);
    if (!spans) continue;
    const merged = cells.map((cell) => ({ ...cell, columnSpan: spans.get(cell.column) ?? 1 }));
    cells.splice(0, cells.length, ...withoutOverlaps(merged));
  }
}
