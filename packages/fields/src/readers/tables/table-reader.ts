import { contextOf, type DocumentContext } from "../../document/document-context.ts";
import { LINE_LABELS } from "../../kinds/invoice-labels.ts";
import type { FieldProperty, FieldsSchema } from "../../schema/fields-schema.ts";
import { arraysIn, labelsOf, type LeafProperty } from "../../schema/properties-in.ts";
import { citationOf, wordConfidence } from "../../text/segment.ts";
import { numbersIn } from "../../values/amounts.ts";
import { valueIn } from "../../values/read-value.ts";
import { labelHits } from "../labels/label-hits.ts";
import { type LabelIndex, labelIndex } from "../labels/label-index.ts";
import type { FieldReader, Proposal } from "../reader.ts";
import { isSumRow } from "../sum-row.ts";
import { endsInAmount, gapBefore, headAt, type TableHead } from "./head-line.ts";
import { type Cell, hasKey, rowsBelow, type TableRow } from "./table-rows.ts";

/** Proposes rows for arrays of objects: from the tables whose head names their properties. */
export const tableReader: FieldReader = {
  name: "table",
  read: ({ document, schema, signal }) => {
    const context = contextOf(document);
    return arraysIn(schema.properties).flatMap((array) => {
      signal?.throwIfAborted();
      return array.property.items?.type === "object" ? rowsOf(context, array, schema) : [];
    });
  },
};

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

interface Columns {
  readonly properties: { readonly [name: string]: FieldProperty };
  readonly index: LabelIndex;
  readonly numeric: ReadonlySet<string>;
  /** The column whose numbers mark rows. */
  readonly anchors: readonly string[];
}

const columnsByArray = new WeakMap<FieldProperty, Columns>();

function columnsFor({ property }: LeafProperty): Columns {
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

function isNumeric(property: FieldProperty | undefined): boolean {
  return property?.type === "number" || property?.type === "integer";
}

function rowsOf(context: DocumentContext, array: LeafProperty, schema: FieldsSchema): readonly Proposal[] {
  const columns = columnsFor(array);
  const totals = totalsIndex(schema);
  const rows: TableRow[] = [];
  let wanted: string | undefined;
  for (let at = 0; at < context.lines.length; at++) {
    const found = headAt(context, at, { index: columns.index, least: 3 });
    const head = found && withAmount(context, found, columns);
    if (head === undefined || !isOf(head, columns)) continue;
    const shape = shapeOf(head);
    // A second table with other columns, such as one of taxes, is not a part of the first.
    if (wanted !== undefined && shape !== wanted) continue;
    const anchor = columns.anchors.find((key) => head.columns.some((column) => hasKey(column, key)));
    if (anchor === undefined) continue;
    const end = endOf(context, head, { totals, index: columns.index });
    const below = rowsBelow({ context, head, end, anchor, numeric: columns.numeric });
    if (below.length > 0) wanted = shape;
    rows.push(...below.filter((row) => isWhole(row, columns)));
    at = Math.max(head.lastLine, end - 1);
  }
  return rows.flatMap((row, index) =>
    rowProposals(row, { context, columns, prefix: `${array.path}[${index}]` }),
  );
}

/** The last column has the amounts of the rows, whatever it is called, if an amount stands under it. */
function withAmount(context: DocumentContext, head: TableHead, { properties }: Columns): TableHead {
  const last = head.columns.at(-1);
  if (last === undefined || last.keys.length > 0 || !Object.hasOwn(properties, "amount")) return head;
  if (head.columns.some((column) => hasKey(column, "amount")) || !endsInAmount(context, head)) return head;
  return { ...head, columns: [...head.columns.slice(0, -1), { ...last, keys: ["amount"] }] };
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
  "carried forward|carry over|brought forward|übertrag|zwischensumme|report|à reporter|suma y sigue|riporto|transport|do przeniesienia|transport till|převod|umsatzsteueraufschlüsselung|belegsummen|zahlungsbedingungen|payment terms|bank details|steueraufschlüsselung|tax summary|vat summary|vat breakdown|positionssumme|zu- und abschläge|tax breakdown|terms|notes|bankverbindung|shipping|versandkosten".split(
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

/** A row with an amount and nothing else is a sum. */
function isWhole({ cells }: TableRow, { properties }: Columns): boolean {
  const names = Object.keys(properties).filter((name) => cells.some(({ column }) => hasKey(column, name)));
  return names.length >= Math.min(2, Object.keys(properties).length);
}

interface RowPlace {
  readonly context: DocumentContext;
  readonly columns: Columns;
  readonly prefix: string;
}

function rowProposals(row: TableRow, { context, columns, prefix }: RowPlace): readonly Proposal[] {
  const taken = new Set<Cell["column"]>();
  return Object.entries(columns.properties).flatMap(([name, property]) => {
    const cells = row.cells.filter(({ column }) => hasKey(column, name) && !taken.has(column));
    const [first] = cells;
    if (first === undefined) return [];
    taken.add(first.column);
    const same = cells.filter(({ column }) => column === first.column);
    const proposal = isNumeric(property)
      ? numberProposal(same, { property, context })
      : textProposal(same, { property, context });
    return proposal === undefined ? [] : [{ ...proposal, path: `${prefix}.${name}` }];
  });
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
    const last = kept.at(-1)?.segment.box ?? first.segment.box;
    const gap = cell.segment.box.y0 - last.y1;
    if (gap > WRAP_GAP * (last.y1 - last.y0)) break;
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
