import { SHEET_CELL, type ConversionBudget } from "./conversion-budget.ts";
import type {
  Block,
  PageParts,
  Paragraph,
  Run,
  Section,
  SheetCell,
  Table,
  TableRow,
} from "./flow-document.ts";

/** The sections of a document up to where the budget ends. */
export function* sectionsWithin(
  sections: Iterable<Section>,
  budget: ConversionBudget,
): Generator<Section, void, undefined> {
  for (const section of sections) {
    yield sectionWithin(section, budget);
    if (budget.isSpent) return;
  }
}

function sectionWithin(section: Section, budget: ConversionBudget): Section {
  if (section.kind === "sheet") {
    const rows = takenWhile(section.rows, ({ cells }) =>
      budget.take(cells.length * SHEET_CELL, charactersOf(cells)),
    );
    return { ...section, rows };
  }
  if (section.kind === "slide") {
    const boxes = takenWhile(section.boxes, () => budget.take(1, 0));
    return { ...section, boxes: boxes.map((box) => ({ ...box, blocks: blocksWithin(box.blocks, budget) })) };
  }
  return {
    ...section,
    header: partsWithin(section.header, budget),
    footer: partsWithin(section.footer, budget),
    blocks: blocksWithin(section.blocks, budget),
  };
}

/** The characters of the texts and comments of a row. */
export function charactersOf(cells: readonly SheetCell[]): number {
  return cells.reduce((sum, { text, remark }) => sum + text.length + remark.length, 0);
}

function partsWithin({ every, first, even }: PageParts, budget: ConversionBudget): PageParts {
  return {
    every: blocksWithin(every, budget),
    first: first && blocksWithin(first, budget),
    even: even && blocksWithin(even, budget),
  };
}

function blocksWithin(blocks: readonly Block[], budget: ConversionBudget): readonly Block[] {
  const taken: Block[] = [];
  for (const block of blocks) {
    if (budget.isSpent) break;
    if (block.kind === "table") taken.push(tableWithin(block, budget));
    else if (block.kind === "paragraph") taken.push(paragraphWithin(block, budget));
    else if (budget.take(1, block.kind === "remark" ? block.text.length : 0)) taken.push(block);
  }
  return taken;
}

function tableWithin(table: Table, budget: ConversionBudget): Table {
  const rows: TableRow[] = [];
  for (const { cells } of table.rows) {
    if (!budget.take(Math.max(cells.length, 1), 0)) break;
    rows.push({ cells: cells.map((cell) => ({ ...cell, blocks: blocksWithin(cell.blocks, budget) })) });
  }
  return { ...table, rows };
}

/** A paragraph that is too long is cut off. */
function paragraphWithin(block: Paragraph, budget: ConversionBudget): Paragraph {
  const { characters } = budget;
  const length = block.runs.reduce((sum, { text }) => sum + text.length, 0);
  if (budget.take(1, length)) return block;
  const runs: Run[] = [];
  let left = characters;
  for (const run of block.runs) {
    runs.push({ ...run, text: run.text.slice(0, left) });
    left -= run.text.length;
    if (left <= 0) break;
  }
  return { ...block, runs };
}

function takenWhile<Item>(items: readonly Item[], isTaken: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex((item) => !isTaken(item));
  return end === -1 ? items : items.slice(0, end);
}
