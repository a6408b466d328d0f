import type { DocumentContext } from "../../document/document-context.ts";
import { LINE_LABELS } from "../../kinds/invoice-labels.ts";
import type { FieldProperty, FieldsSchema } from "../../schema/fields-schema.ts";
import { labelsOf, type LeafProperty } from "../../schema/properties-in.ts";
import { numbersIn } from "../../values/amounts.ts";
import { labelHits } from "../label-index/label-hits.ts";
import { type LabelIndex, labelIndex } from "../label-index/label-index.ts";
import { isSumRow } from "../sum-row.ts";
import { gapBefore, hasAmountBelow, headAt, type TableHead } from "./head-line.ts";
import { namelessColumns } from "./nameless-columns.ts";
import { hasKey, rowsBelow, type TableRow } from "./table-rows.ts";

/** A table whose head names the properties of an array. */
export interface FoundTable {
  /** Indexes into the context's lines: the first of its head and the one after its last row. */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly TableRow[];
}

const tablesByArray = new WeakMap<DocumentContext, Map<FieldProperty, readonly FoundTable[]>>();

/** The tables of an array, found once for a document. */
export function tablesIn(
  context: DocumentContext,
  array: LeafProperty,
  schema: FieldsSchema,
): readonly FoundTable[] {
  const byArray = tablesByArray.get(context) ?? new Map<FieldProperty, readonly FoundTable[]>();
  tablesByArray.set(context, byArray);
  const tables = byArray.get(array.property) ?? findTables(context, array, schema);
  byArray.set(array.property, tables);
  return tables;
}

function findTables(
  context: DocumentContext,
  array: LeafProperty,
  schema: FieldsSchema,
): readonly FoundTable[] {
  const columns = columnsFor(array);
  const totals = totalsIndex(schema);
  const tables: FoundTable[] = [];
  let wanted: string | undefined;
  for (let at = 0; at < context.lines.length; at++) {
    const found = headAt(context, at, { index: columns.index, least: 3 });
    const head =
      found && withQuantity(withAmount(context, withText(context, found, columns), columns), columns);
    if (head === undefined || !isOf(head, columns)) continue;
    const shape = shapeOf(head);
    // A second table with other columns, such as one of taxes, is not a part of the first.
    if (wanted !== undefined && shape !== wanted) continue;
    const anchor = columns.anchors.find((key) => head.columns.some((column) => hasKey(column, key)));
    if (anchor === undefined) continue;
    const end = endOf(context, head, { totals, index: columns.index });
    const below = rowsBelow({ context, head, end, anchor, numeric: columns.numeric });
    const rows = untilRemarks(below, { context, numeric: columns.numeric });
    if (rows.length > 0) wanted = shape;
    tables.push({ start: at, end, rows });
    at = Math.max(head.lastLine, end - 1);
  }
  return tables;
}

interface RemarkSearch {
  readonly context: DocumentContext;
  readonly numeric: ReadonlySet<string>;
}

/** The rows before what follows a wide gap and has a single number, where all rows before have several: payment slips and totals. */
function untilRemarks(rows: readonly TableRow[], { context, numeric }: RemarkSearch): readonly TableRow[] {
  const numbers = ({ cells }: TableRow): number =>
    cells.filter(({ column }) => column.keys.some((key) => numeric.has(key))).length;
  const end = rows.findIndex(
    (row, at) =>
      at > 0 &&
      numbers(row) === 1 &&
      gapBefore(context, row.cells[0]?.lineAt ?? 0) > REMARK_GAP &&
      rows.slice(0, at).every((before) => numbers(before) > 1),
  );
  return end === -1 ? rows : rows.slice(0, end);
}

/** Distance of another part of a page from a table, in multiples of the height of a line; rows are nearer. */
const REMARK_GAP = 2.5;

/** Columns that match no property are kept apart, so that their cells are not read as those of a neighbouring column. */
const OTHER_COLUMNS = [
  "position",
  "article",
  "unit",
  "tax_rate",
  "tax_amount",
  "gross_amount",
  "discount",
] as const;

export interface Columns {
  readonly properties: { readonly [name: string]: FieldProperty };
  readonly index: LabelIndex;
  readonly numeric: ReadonlySet<string>;
  /** The column whose numbers mark rows. */
  readonly anchors: readonly string[];
}

const columnsByArray = new WeakMap<FieldProperty, Columns>();

export function columnsFor({ property }: LeafProperty): Columns {
  const known = columnsByArray.get(property);
  if (known !== undefined) return known;
  const properties = property.items?.properties ?? {};
  const named = Object.entries(properties).map(([name, one]) => [name, labelsOf(name, one)] as const);
  const others = OTHER_COLUMNS.filter((name) => !Object.hasOwn(properties, name)).map(
    (name) => [`-${name}`, LINE_LABELS[name]] as const,
  );
  const numeric = Object.keys(properties).filter((name) => isNumeric(properties[name]));
  const columns = {
    properties,
    index: labelIndex([...named, ...others]),
    numeric: new Set([...numeric, "-tax_rate", "-tax_amount", "-gross_amount", "-discount", "-position"]),
    anchors: ["amount", "balance", ...numeric.toReversed(), ...Object.keys(properties)],
  };
  columnsByArray.set(property, columns);
  return columns;
}

export function isNumeric(property: FieldProperty | undefined): boolean {
  return property?.type === "number" || property?.type === "integer";
}

/** Heads with a price and an amount may leave out those of the texts and quantities, or call them something of their trade. */
function withText(context: DocumentContext, head: TableHead, { properties }: Columns): TableHead {
  const isNamed = (key: string): boolean => head.columns.some((column) => hasKey(column, key));
  const isOfRows = isNamed("unit_price") && isNamed("amount");
  if (!isOfRows || isNamed("description") || !Object.hasOwn(properties, "description")) return head;
  const found = namelessColumns(context, head).filter(({ keys }) => keys.every((key) => !isNamed(key)));
  const others = head.columns.filter(
    (column) => !found.some(({ x0, x1 }) => x0 < column.x1 && x1 > column.x0),
  );
  return { ...head, columns: [...others, ...found].toSorted((one, other) => one.x0 - other.x0) };
}

/** The last column with an amount under it has the amounts of the rows, if no label names another; a currency may be its head. */
function withAmount(context: DocumentContext, head: TableHead, { properties }: Columns): TableHead {
  if (!Object.hasOwn(properties, "amount")) return head;
  if (head.columns.some((column) => hasKey(column, "amount"))) return head;
  const found = head.columns.findLastIndex((column) => hasAmountBelow(context, head, column));
  if (head.columns[found]?.keys.length !== 0) return head;
  const columns = head.columns.map((column, at) => (at === found ? { ...column, keys: ["amount"] } : column));
  return { ...head, columns };
}

/** "No." right of the description counts pieces; left of it, positions. */
function withQuantity(head: TableHead, { properties }: Columns): TableHead {
  const isNamed = head.columns.some((column) => hasKey(column, "quantity"));
  if (isNamed || !Object.hasOwn(properties, "quantity")) return head;
  const text = head.columns.findIndex((column) => hasKey(column, "description"));
  const columns = head.columns.map((column, at) =>
    text !== -1 && at > text && hasKey(column, "-position") ? { ...column, keys: ["quantity"] } : column,
  );
  return { ...head, columns };
}

/** Two properties of the array, one of which is its text or its amount. */
function isOf({ columns }: TableHead, { properties }: Columns): boolean {
  const names = Object.keys(properties).filter((name) => columns.some((column) => hasKey(column, name)));
  const needsText = Object.hasOwn(properties, "description");
  return (
    names.length >= Math.min(2, Object.keys(properties).length) &&
    (!needsText || names.includes("description"))
  );
}

function shapeOf({ columns }: TableHead): string {
  return columns.map(({ keys }) => keys.join("|")).join(" ");
}

const totalIndexes = new WeakMap<FieldsSchema, LabelIndex>();

/** The labels of the schema's own amounts end a table; so do those of carried-over sums and taxes. */
function totalsIndex(schema: FieldsSchema): LabelIndex {
  const known = totalIndexes.get(schema);
  if (known !== undefined) return known;
  const amounts = Object.entries(schema.properties).filter(([, property]) => isNumeric(property));
  const index = labelIndex([
    ...amounts.map(([name, property]) => [name, labelsOf(name, property)] as const),
    ["-end", END_LABELS],
  ]);
  totalIndexes.set(schema, index);
  return index;
}

const END_LABELS =
  "carried forward|carry over|brought forward|übertrag|zwischensumme|report|à reporter|suma y sigue|riporto|transport|do przeniesienia|transport till|převod|umsatzsteueraufschlüsselung|belegsummen|zusammenstellung|récapitulatif|riepilogo|resumen|podsumowanie|rekapitulace|sammanställning|summary|zahlungsbedingungen|payment terms|bank details|steueraufschlüsselung|tax summary|vat summary|vat breakdown|positionssumme|zu- und abschläge|tax breakdown|terms|notes|bankverbindung|shipping|versandkosten".split(
    "|",
  );

interface EndSearch {
  readonly totals: LabelIndex;
  readonly index: LabelIndex;
}

/** The first line after a head that begins with a total or is another head; rows go on over pages. */
function endOf(context: DocumentContext, head: TableHead, { totals, index }: EndSearch): number {
  const left = head.columns.find((column) => hasKey(column, "description"));
  for (let at = head.lastLine + 1; at < context.lines.length; at++) {
    const line = context.lines[at];
    if (line === undefined || headAt(context, at, { index, least: 3 }) !== undefined) return at;
    const hits = labelHits({ ...context, lines: [line] }, totals);
    const first = hits.find(({ segmentAt, isFirst }) => segmentAt === 0 && isFirst);
    if (first === undefined && !isSumRow(line)) continue;
    // What is brought forward from the page before stands above the rows of the next one.
    if (at === head.lastLine + 1 && first?.keys.includes("-end") === true) continue;
    // A product may be called like a total, but it stands in the column of descriptions and has numbers.
    const numbers = line.segments.filter(({ text }) =>
      numbersIn(text, context.mark).some((one) => !one.isPercent),
    );
    const isInText =
      left !== undefined &&
      Math.abs(line.whole.box.x0 - left.x0) < 3 &&
      !isSumRow(line) &&
      numbers.length > 1;
    if (!isInText || gapBefore(context, at) > 2) return at;
  }
  return context.lines.length;
}
