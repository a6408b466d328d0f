import {
  textSection,
  type Block,
  type FlowDocument,
  type Section,
  type SheetCell,
  type SheetRow,
  type SheetSection,
} from "../../model/flow-document.ts";
import { hasHead } from "../../model/sheet-rows.ts";
import { HiddenColumns } from "../sheet/hidden-columns.ts";
import { cutSheet, hiddenRowsNote, hiddenSheetsNote, SheetBudget } from "../sheet/sheet-budget.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  elementsOf,
  numberOf,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { isDrawn, type OpenBlocks } from "./open-blocks.ts";

/** Repetitions of cells with text are bounded: a file may declare any number. */
const MAX_REPEATED = 1000;

const NUMBERS: ReadonlySet<string> = new Set(["float", "percentage", "currency", "date", "time"]);

/**
 * Reads the sheets of an OpenDocument spreadsheet: values as they are displayed, hidden sheets and rows left out. Text
 * boxes, charts and pictures follow their sheet.
 */
export function readOpenSheets(
  root: XmlElement,
  body: XmlElement,
  blocks: OpenBlocks,
): Pick<FlowDocument, "sections" | "notes"> {
  const hiddenStyles = new Set(
    [...elementsBelow(root, "style")]
      .filter((style) => childOf(style, "table-properties")?.attributes["display"] === "false")
      .map(({ attributes }) => attributes["name"]),
  );
  const sections: Section[] = [];
  const notes: string[] = [];
  const hidden: string[] = [];
  const budget = new SheetBudget();
  for (const table of childrenOf(body, "table")) {
    const name = table.attributes["name"] ?? "";
    if (hiddenStyles.has(table.attributes["style-name"])) hidden.push(name);
    else {
      sections.push(sheetOf(table, { name, notes, budget }));
      const drawings = blocks.of({ ...table, children: drawingsOf(table) }).filter(hasContent);
      if (drawings.length > 0) sections.push(textSection(drawings));
    }
  }
  notes.push(...hiddenSheetsNote(hidden));
  return { sections, notes };
}

/** What is drawn on the sheet and in its cells, in the order of the file. */
function drawingsOf(table: XmlElement): readonly XmlElement[] {
  const free = elementsOf(childOf(table, "shapes"));
  const cells = rowsOf(table).filter(isShown).flatMap(elementsOf);
  return [...free, ...cells.flatMap(elementsOf).filter(isDrawn)];
}

function hasContent(block: Block): boolean {
  return block.kind !== "paragraph" || block.runs.some(({ text }) => text.trim() !== "");
}

function isShown({ attributes }: XmlElement): boolean {
  return !["collapse", "filter"].includes(attributes["visibility"] ?? "");
}

function sheetOf(
  table: XmlElement,
  { name, notes, budget }: { readonly name: string; readonly notes: string[]; readonly budget: SheetBudget },
): SheetSection {
  const rows: SheetRow[] = [];
  let hiddenRows = 0;
  let isCut = false;
  budget.start();
  for (const element of rowsOf(table)) {
    const cells = cellsOf(element);
    const count = repetitions(element, "number-rows-repeated");
    if (cells.length === 0) continue;
    if (!isShown(element)) hiddenRows += count;
    else {
      const taken = takenRows(count, cells, budget);
      for (let row = 0; row < taken; row++) rows.push({ cells });
      isCut = taken < count;
    }
    if (isCut) break;
  }
  if (isCut) notes.push(cutSheet(name, rows.length));
  if (hiddenRows > 0) notes.push(hiddenRowsNote(name, hiddenRows));
  const shown = hiddenColumnsOf(table).shown(rows, { name, notes });
  return { kind: "sheet", name, rows: shown, headRows: hasHead(shown) ? 1 : 0 };
}

function hiddenColumnsOf(table: XmlElement): HiddenColumns {
  const hidden = new HiddenColumns();
  let column = 0;
  for (const element of elementsInside(table, "column")) {
    const end = column + Math.max(numberOf(element, "number-columns-repeated") ?? 1, 1);
    if (!isShown(element)) hidden.add(column, end - 1);
    column = end;
  }
  return hidden;
}

/** How many of so many equal rows can still be read. */
function takenRows(count: number, cells: readonly SheetCell[], budget: SheetBudget): number {
  let taken = 0;
  while (taken < count && budget.take(cells)) taken++;
  return taken;
}

const rowsOf = (table: XmlElement): readonly XmlElement[] => elementsInside(table, "row");

/** The rows or columns of a table, with those in its groups. */
function elementsInside(container: XmlElement, kind: "row" | "column"): readonly XmlElement[] {
  return elementsOf(container).flatMap((element) => {
    if (element.name === `table-${kind}`) return [element];
    return [`table-${kind}s`, `table-${kind}-group`, `table-header-${kind}s`].includes(element.name)
      ? elementsInside(element, kind)
      : [];
  });
}

function cellsOf(row: XmlElement): readonly SheetCell[] {
  const cells: SheetCell[] = [];
  let column = 0;
  for (const element of elementsOf(row)) {
    if (element.name !== "table-cell" && element.name !== "covered-table-cell") continue;
    const text = childrenOf(element, "p").map(paragraphText).join("\n");
    const remark = childrenOf(childOf(element, "annotation"), "p").map(textOf).join("\n");
    const declared = Math.max(numberOf(element, "number-columns-repeated") ?? 1, 1);
    const isEmpty = text === "" && remark === "";
    for (let repeated = 0; !isEmpty && repeated < Math.min(declared, MAX_REPEATED); repeated++) {
      cells.push({
        column: column + repeated,
        columnSpan: Math.min(Math.max(numberOf(element, "number-columns-spanned") ?? 1, 1), MAX_REPEATED),
        text,
        align: NUMBERS.has(element.attributes["value-type"] ?? "") ? "right" : "left",
        bold: false,
        remark,
      });
    }
    column += declared;
  }
  return cells;
}

function paragraphText(paragraph: XmlElement): string {
  return paragraph.children
    .map((child) => {
      if (typeof child === "string") return child;
      if (child.name === "s") return " ".repeat(Math.min(numberOf(child, "c") ?? 1, MAX_REPEATED));
      if (child.name === "line-break" || child.name === "tab") return child.name === "tab" ? "\t" : "\n";
      return paragraphText(child);
    })
    .join("");
}

function repetitions(element: XmlElement, attribute: string): number {
  return Math.min(Math.max(numberOf(element, attribute) ?? 1, 1), MAX_REPEATED);
}
