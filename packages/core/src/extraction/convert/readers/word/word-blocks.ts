import { paragraph, type Block, type Paragraph, type Run, type Table } from "../../model/flow-document.ts";
import { mergedRows, trimmedCell, type GridCell } from "../../model/merged-cells.ts";
import { shownMarker, type NumberedLists } from "../../model/numbered-lists.ts";
import { childOf, childrenOf, elementsOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";
import { paragraphContent, type RunContext } from "./word-runs.ts";
import { isSwitchedOn, type TextStyle } from "./word-styles.ts";

export interface BlockContext extends Omit<RunContext, "blocks"> {
  readonly numbering: NumberedLists;
  /** The content of a document of another format that is inserted there, by its relation. */
  readonly inserted: (relation: string) => readonly Block[];
}

/** Elements around blocks: content controls, insertions, custom XML. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "sdt",
  "sdtContent",
  "ins",
  "moveTo",
  "customXml",
  "smartTag",
  "Choice",
]);

/** Reads the paragraphs and tables of a container. */
export function wordBlocks(container: XmlElement, context: BlockContext): readonly Block[] {
  return elementsOf(container).flatMap((element): readonly Block[] => {
    if (element.name === "p") return paragraphBlocks(element, context);
    if (element.name === "tbl") return [tableOf(element, context)];
    if (element.name === "altChunk") return context.inserted(element.attributes["r:id"] ?? "");
    if (element.name === "AlternateContent") return wordBlocks(element, context);
    return WRAPPERS.has(element.name) ? wordBlocks(element, context) : [];
  });
}

function paragraphBlocks(element: XmlElement, context: BlockContext): readonly Block[] {
  const properties = childOf(element, "pPr");
  const style = context.styles.paragraph(properties);
  const content = paragraphContent(element, style, {
    ...context,
    blocks: (container) => wordBlocks(container, context),
  });
  if (isDeleted(properties) && content.runs.length === 0) return content.floating;
  const isBroken = isSwitchedOn(properties, "pageBreakBefore");
  const blocks: Block[] = isBroken ? [{ kind: "page-break" }] : [];
  for (const [index, runs] of pagesOf(content.runs).entries()) {
    if (index > 0) blocks.push({ kind: "page-break" });
    blocks.push(styled(runs, style, index === 0 ? context.numbering : undefined));
  }
  return [...blocks, ...content.floating];
}

/** Whether the end of a paragraph was deleted while changes were tracked. */
function isDeleted(properties: XmlElement | undefined): boolean {
  const mark = childOf(properties, "rPr");
  return childOf(mark, "del") !== undefined || childOf(mark, "moveFrom") !== undefined;
}

function styled(runs: readonly Run[], style: TextStyle, numbering: NumberedLists | undefined): Paragraph {
  const hasText = runs.length > 0;
  const marker = style.numbering && numbering?.next(style.numbering);
  const level = hasText ? (style.level ?? 0) : 0;
  return paragraph(hasText ? runs : [{ text: "", size: style.size ?? 10, bold: false, italic: false }], {
    level,
    marker: shownMarker(marker?.text ?? "", hasText),
    indent: Math.min(style.indent ?? marker?.indent ?? 0, 250),
    align: style.align ?? "left",
    spaceBefore: level > 0 ? 8 : 0,
  });
}

/** Runs are divided where they contain a page break. */
function pagesOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const pages: Run[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.split("\f").entries()) {
      if (index > 0) pages.push([]);
      if (text !== "") pages.at(-1)?.push({ ...run, text });
    }
  }
  return pages;
}

/** Rows and cells may be inside content controls. */
function unwrapped(container: XmlElement, name: string): readonly XmlElement[] {
  return elementsOf(container).flatMap((element) => {
    if (element.name === name) return [element];
    return WRAPPERS.has(element.name) ? unwrapped(element, name) : [];
  });
}

function tableOf(table: XmlElement, context: BlockContext): Table {
  const rows = unwrapped(table, "tr").filter((row) => childOf(childOf(row, "trPr"), "del") === undefined);
  const grid = rows.map((row) => gridCells(row, context));
  const heads = rows.findIndex((row) => !isHead(row));
  return {
    kind: "table",
    columnWidths: childrenOf(childOf(table, "tblGrid"), "gridCol").map(
      (column) => (numberOf(column, "w") ?? 0) / 20,
    ),
    rows: mergedRows(grid),
    headRows: heads === -1 ? 0 : heads,
  };
}

function isHead(row: XmlElement): boolean {
  return isSwitchedOn(childOf(row, "trPr"), "tblHeader");
}

const MAX_SPAN = 1000;

function gridCells(row: XmlElement, context: BlockContext): readonly GridCell[] {
  const before = numberOf(childOf(childOf(row, "trPr"), "gridBefore"), "val") ?? 0;
  const cells: GridCell[] =
    before > 0 ? [{ column: 0, columnSpan: before, continues: false, blocks: [] }] : [];
  let column = Math.min(before, MAX_SPAN);
  for (const cell of unwrapped(row, "tc")) {
    const properties = childOf(cell, "tcPr");
    const columnSpan = Math.min(Math.max(numberOf(childOf(properties, "gridSpan"), "val") ?? 1, 1), MAX_SPAN);
    const merge = childOf(properties, "vMerge");
    const continues = merge !== undefined && merge.attributes["val"] !== "restart";
    cells.push({ column, columnSpan, continues, blocks: trimmedCell(wordBlocks(cell, context)) });
    column += columnSpan;
  }
  return cells;
}
