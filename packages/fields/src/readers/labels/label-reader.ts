import { type DocumentContext, contextOf } from "../../document/document-context.ts";
import type { FieldDocument } from "../../document/field-document.ts";
import type { FieldsSchema, Kind } from "../../schema/fields-schema.ts";
import { arraysIn, labelsOf, leavesIn } from "../../schema/properties-in.ts";
import { citationOf } from "../../text/segment.ts";
import type { FieldReader, Proposal } from "../reader.ts";
import { tablesIn } from "../tables/tables-in.ts";
import { type LabelHit, labelHits } from "../label-index/label-hits.ts";
import { type LabelIndex, labelIndex } from "../label-index/label-index.ts";
import { hitsByLine, type LabelledValue, valueBeside } from "./labelled-values.ts";

/** Proposes the value right of, below or in the cell beside a label of a property. */
export const labelReader: FieldReader = {
  name: "label",
  read: ({ document, schema }) => {
    const decided = schema.kind === undefined ? [] : DECIDED_BY_RULES[schema.kind];
    return [...labelledValues(document, schema)]
      .filter(([path]) => !decided.includes(path))
      .flatMap(([path, values]) => values.map((value) => proposalOf(path, value)));
  },
};

/** The rules of these kinds weigh labels themselves, with what stands around them. */
const DECIDED_BY_RULES: Readonly<Record<Kind, readonly string[]>> = {
  invoice: ["seller", "buyer", "seller_vat_id", "buyer_vat_id"],
  receipt: ["company", "address", "date", "total"],
  "bank-statement": [
    "account_holder",
    "iban",
    "account_number",
    "period_start",
    "period_end",
    "opening_balance",
    "closing_balance",
  ],
  form: [],
};

const indexes = new WeakMap<FieldsSchema, LabelIndex>();
const valuesFound = new WeakMap<
  FieldDocument,
  Map<FieldsSchema, ReadonlyMap<string, readonly LabelledValue[]>>
>();
const hitsFound = new WeakMap<DocumentContext, Map<FieldsSchema, readonly LabelHit[]>>();

/** The values beside labels, by path, each with the label; found once for a document and schema. */
export function labelledValues(
  document: FieldDocument,
  schema: FieldsSchema,
): ReadonlyMap<string, readonly LabelledValue[]> {
  const bySchema = valuesFound.get(document) ?? new Map();
  valuesFound.set(document, bySchema);
  const known: ReadonlyMap<string, readonly LabelledValue[]> | undefined = bySchema.get(schema);
  if (known !== undefined) return known;
  const values = findValues(document, schema);
  bySchema.set(schema, values);
  return values;
}

/** The labels of a schema's properties in a document. */
export function schemaHits(context: DocumentContext, schema: FieldsSchema): readonly LabelHit[] {
  const bySchema = hitsFound.get(context) ?? new Map<FieldsSchema, readonly LabelHit[]>();
  hitsFound.set(context, bySchema);
  const hits = bySchema.get(schema) ?? labelHits(context, indexOf(schema));
  bySchema.set(schema, hits);
  return hits;
}

function findValues(
  document: FieldDocument,
  schema: FieldsSchema,
): ReadonlyMap<string, readonly LabelledValue[]> {
  const context = contextOf(document);
  const hits = schemaHits(context, schema);
  const search = { context, hits: hitsByLine(hits) };
  const properties = leavesIn(schema.properties);
  const inRows = linesOfRows(context, schema);
  return new Map(
    properties.map(({ path, property }) => [
      path,
      hits
        .filter(
          ({ keys, lineAt }) => keys.includes(path) && !(property.type === "string" && inRows.has(lineAt)),
        )
        .flatMap((hit) => valueBeside(hit, property, search) ?? []),
    ]),
  );
}

/** Numbers, dates and names in the rows of a table, such as "No." in its head, are those of the rows; amounts may be totals. */
function linesOfRows(context: DocumentContext, schema: FieldsSchema): ReadonlySet<number> {
  const tables = arraysIn(schema.properties)
    .filter(({ property }) => property.items?.type === "object")
    .flatMap((array) => tablesIn(context, array, schema))
    .filter(({ rows }) => rows.length > 0);
  return new Set(
    tables.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)),
  );
}

function indexOf(schema: FieldsSchema): LabelIndex {
  const known = indexes.get(schema);
  if (known !== undefined) return known;
  const leaves = leavesIn(schema.properties);
  const index = labelIndex(leaves.map(({ path, name, property }) => [path, labelsOf(name, property)]));
  indexes.set(schema, index);
  return index;
}

/** A value beside a label as a proposal. */
function proposalOf(path: string, { found, segment, confidence }: LabelledValue): Proposal {
  const { value, start, end, checks } = found;
  return {
    path,
    value,
    raw: segment.text.slice(start, end),
    citations: [citationOf(segment, start, end)],
    confidence,
    reader: "label",
    checks,
  };
}
