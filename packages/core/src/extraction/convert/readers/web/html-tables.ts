import type { Block, Table, TableCell, TableRow } from "../../model/flow-document.ts";
import { elementsOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";
import { displayOf } from "./html-display.ts";

type BlocksOfCell = (cell: XmlElement, row: XmlElement) => readonly Block[];

/** The table of a `table` element, whose cells hold these blocks. */
export function tableOf(table: XmlElement, blocksOfCell: BlocksOfCell): Table {
  const groups = groupsInOrder(table);
  const rows = groups.flatMap((group) => {
    const own = rowsIn(group);
    return own.map((row, index) => rowOf(row, own.length - index, blocksOfCell));
  });
  const [first] = groups;
  const headRows = first?.name === "thead" ? rowsIn(first).length : 0;
  return { kind: "table", columnWidths: [], rows, headRows };
}

const rowsIn = (group: XmlElement): readonly XmlElement[] => shown(group).filter(({ name }) => name === "tr");

const shown = (parent: XmlElement): readonly XmlElement[] =>
  elementsOf(parent).filter((child) => displayOf(child) !== "none");

/** The first head of a table is shown above, the first foot below all other rows, wherever they stand. */
function groupsInOrder(table: XmlElement): readonly XmlElement[] {
  const groups = shown(table).filter(({ name }) => ["thead", "tbody", "tfoot"].includes(name));
  const head = groups.find(({ name }) => name === "thead");
  const foot = groups.find(({ name }) => name === "tfoot");
  const others = groups.filter((group) => group !== head && group !== foot);
  return [head, ...others, foot].filter((group) => group !== undefined);
}

/** Cells reach no further down than to the end of their group, which `rowsLeft` counts from this row on. */
function rowOf(row: XmlElement, rowsLeft: number, blocksOfCell: BlocksOfCell): TableRow {
  const cells = shown(row).filter(({ name }) => name === "td" || name === "th");
  return {
    cells: cells.map((cell): TableCell => {
      const rowSpan = spanOf(cell, "rowspan");
      return {
        columnSpan: Math.min(Math.max(spanOf(cell, "colspan"), 1), MAX_COLUMN_SPAN),
        rowSpan: rowSpan === 0 ? rowsLeft : Math.min(rowSpan, rowsLeft),
        blocks: withoutSpaceBelow(blocksOfCell(cell, row)),
      };
    }),
  };
}

/** As the HTML standard has it. */
const MAX_COLUMN_SPAN = 1000;

function spanOf(cell: XmlElement, attribute: "rowspan" | "colspan"): number {
  return Math.max(Math.floor(numberOf(cell, attribute) ?? 1), 0);
}

function withoutSpaceBelow(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block, index) =>
    block.kind === "paragraph" && index === blocks.length - 1 ? { ...block, spaceAfter: 0 } : block,
  );
}
