import { contextOf, type DocumentContext } from "../../document/document-context.ts";
import type { FieldProperty, FieldsSchema } from "../../schema/fields-schema.ts";
import { arraysIn, type LeafProperty } from "../../schema/properties-in.ts";
import { citationOf, wordConfidence } from "../../text/segment.ts";
import { numbersIn } from "../../values/amounts.ts";
import { valueIn } from "../../values/read-value.ts";
import type { FieldReader, Proposal } from "../reader.ts";
import { headOf, priceHeads, withoutSubtotals } from "./row-sums.ts";
import { type Cell, hasKey, type TableRow } from "./table-rows.ts";
import { columnsFor, type Columns, isNumeric, tablesIn } from "./tables-in.ts";

/** Proposes rows for arrays of objects: from the tables whose head names their properties. */
export const tableReader: FieldReader = {
  name: "table",
  read: ({ document, schema, signal }) => {
    const context = contextOf(document);
    return arraysIn(schema.properties).flatMap((array) => {
      // The rules of statements read their rows, whose dates, signs and balances depend on one another.
      if (schema.kind === "bank-statement" && array.path === "transactions") return [];
      signal?.throwIfAborted();
      return array.property.items?.type === "object" ? rowsOf(context, array, schema) : [];
    });
  },
};

function rowsOf(context: DocumentContext, array: LeafProperty, schema: FieldsSchema): readonly Proposal[] {
  const columns = columnsFor(array);
  const whole = tablesIn(context, array, schema).flatMap(({ rows: all }) =>
    all.filter((row) => isWhole(row, { context, columns })),
  );
  const rows = withoutSubtotals(whole, context);
  const prices = priceHeads(rows, context);
  return rows.flatMap((row, index) =>
    rowProposals(row, { context, columns, prices, prefix: `${array.path}[${index}]` }),
  );
}

/** A row with an amount and nothing else is a sum; texts under heads of numbers are no values. */
function isWhole({ cells }: TableRow, { context, columns }: Omit<RowPlace, "prefix" | "prices">): boolean {
  const names = Object.entries(columns.properties).filter(([name, property]) =>
    cells.some(
      ({ column, segment }) =>
        hasKey(column, name) &&
        (!isNumeric(property) || numbersIn(segment.text, context.mark).some(({ isPercent }) => !isPercent)),
    ),
  );
  return names.length >= Math.min(2, Object.keys(columns.properties).length);
}

interface RowPlace {
  readonly context: DocumentContext;
  readonly columns: Columns;
  /** The heads of the columns whose prices times the quantities are the amounts; none if there are no such prices. */
  readonly prices: ReadonlySet<string>;
  readonly prefix: string;
}

function rowProposals(row: TableRow, { context, columns, prices, prefix }: RowPlace): readonly Proposal[] {
  const taken = new Set<Cell["column"]>();
  return Object.entries(columns.properties).flatMap(([name, property]) => {
    const cells = row.cells.filter(({ column }) => hasKey(column, name) && !taken.has(column));
    const byColumn = [...Map.groupBy(cells, ({ column }) => column).values()];
    const [firstColumn] = byColumn;
    const price = name === "unit_price" ? byColumn.find(([cell]) => prices.has(headOf(cell))) : undefined;
    const same = isNumeric(property) ? (price ?? firstColumn) : longest(byColumn);
    const [first] = same ?? [];
    if (same === undefined || first === undefined) return [];
    taken.add(first.column);
    const proposal = isNumeric(property)
      ? numberProposal(same, { property, context })
      : textProposal(same, { property, context });
    return proposal === undefined ? [] : [{ ...proposal, path: `${prefix}.${name}` }];
  });
}

/** Where several heads name a text, such as "Article" and "Description", it is the longer one; the other is a code. */
function longest(byColumn: readonly (readonly Cell[])[]): readonly Cell[] | undefined {
  const length = (cells: readonly Cell[]): number =>
    cells.reduce((all, { segment }) => all + segment.text.length, 0);
  return byColumn.toSorted((a, b) => length(b) - length(a))[0];
}

interface CellUse {
  readonly property: FieldProperty;
  readonly context: DocumentContext;
}

type Unplaced = Omit<Proposal, "path">;

/** How often cells are right on the invoices of the develop part. */
const CELL_CONFIDENCE = 0.93;

function numberProposal(cells: readonly Cell[], { property, context }: CellUse): Unplaced | undefined {
  for (const { segment } of cells) {
    const found = valueIn(property, segment.text, context);
    if (found === undefined) continue;
    const { value, start, end } = found;
    const citations = [citationOf(segment, start, end)];
    const confidence = CELL_CONFIDENCE * wordConfidence(segment);
    return { value, raw: segment.text.slice(start, end), citations, confidence, reader: "table" };
  }
  return undefined;
}

/** Wrapped lines of a cell belong together; after a wider gap come remarks. */
function textProposal(cells: readonly Cell[], { property, context }: CellUse): Unplaced | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  const kept = cells.slice(0, 1);
  for (const cell of cells.slice(1)) {
    const [last, next] = [kept.at(-1)?.segment.box ?? first.segment.box, cell.segment.box];
    // Words without ascenders and descenders are lower than their line.
    const height = Math.max(last.y1 - last.y0, next.y1 - next.y0);
    if (next.y0 - last.y0 > (1 + WRAP_GAP) * height) break;
    kept.push(cell);
  }
  const text = kept.map(({ segment }) => segment.text).join(" ");
  const found = property.format === "address" ? undefined : valueIn(property, text, context);
  const citations = kept.map(({ segment }) => citationOf(segment));
  const confidence = CELL_CONFIDENCE * Math.min(...kept.map(({ segment }) => wordConfidence(segment)));
  return { value: found?.value ?? text, raw: text, citations, confidence, reader: "table" };
}

/** Gap between wrapped lines in multiples of their height. */
const WRAP_GAP = 0.8;
