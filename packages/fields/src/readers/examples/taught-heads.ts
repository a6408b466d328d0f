import { contextOf, type DocumentContext } from "../../document/document-context.ts";
import type { FieldProperty } from "../../schema/fields-schema.ts";
import { arraysIn, labelsOf } from "../../schema/properties-in.ts";
import type { SegmentLine } from "../../text/segment.ts";
import { joinedTokens } from "../../text/tokens.ts";
import type { Proposal, ReaderCall } from "../reader.ts";
import { tableReader } from "../tables/table-reader.ts";
import type { FieldsExample, TaughtHead } from "./fields-example.ts";
import type { Confirmed } from "./taught-values.ts";
import { hasWords } from "./text-pattern.ts";

/** The heads of columns in which the confirmed rows of a document stand, unless the schema has them as labels. */
export function taughtHeads({ document, schema, result }: Confirmed): readonly TaughtHead[] {
  const context = contextOf(document);
  return arraysIn(schema.properties).flatMap(({ path: array, property: { items } }) =>
    Object.entries(items?.properties ?? {}).flatMap(([property, column]) => {
      const record = result.fields[`${array}[0].${property}`];
      const [citation] = record?.confirmed === true ? record.citations : [];
      const [box] = citation?.boxes ?? [];
      if (citation === undefined || box === undefined) return [];
      const row = context.lines.findIndex(
        ({ page, line }) => page === citation.page && line === citation.lines[0],
      );
      const head = headAbove(context, row, box);
      return head === undefined || isLabel(head, property, column) ? [] : [{ array, property, text: head }];
    }),
  );
}

function isLabel(head: string, name: string, property: FieldProperty): boolean {
  const text = joinedTokens(head);
  return labelsOf(name, property).some((label) => joinedTokens(label) === text);
}

/** The head of a table stands close above its first row. */
const LINES_ABOVE = 3;

/** The nearest text above a cell that is no value. */
function headAbove({ lines }: DocumentContext, row: number, cell: Span): string | undefined {
  const [first] = lines.slice(row, row + 1);
  for (let at = row - 1; at >= Math.max(0, row - LINES_ABOVE); at--) {
    const line = lines[at];
    if (line === undefined || line.page !== first?.page) return undefined;
    const head = headOver(line, cell);
    if (head !== undefined) return head;
  }
  return undefined;
}

interface Span {
  readonly x0: number;
  readonly x1: number;
}

function headOver({ segments }: SegmentLine, cell: Span): string | undefined {
  if (segments.some(({ text }) => /\p{N}/u.test(text))) return undefined;
  return segments.find(
    ({ box, text }) => hasWords(text) && Math.min(box.x1, cell.x1) > Math.max(box.x0, cell.x0),
  )?.text;
}

/**
 * The rows that the reader of tables finds if columns may also have the heads of the examples: all of a list that has none
 * so far, or the columns that it lacks.
 */
export async function taughtRows(
  examples: readonly FieldsExample[],
  call: ReaderCall,
): Promise<readonly Proposal[]> {
  const { schema, proposals } = call;
  const heads = examples.flatMap((example) => example.heads);
  if (heads.length === 0) return [];
  const confidence = examples.length > 1 ? SEVERAL : ONE;
  const known = new Set(proposals.map(({ path }) => path));
  const properties = withHeads(schema.properties, "", heads);
  const found = await tableReader.read({ ...call, schema: { ...schema, properties } });
  return arraysIn(schema.properties).flatMap(({ path }) => {
    const own = found.filter((proposal) => proposal.path.startsWith(`${path}[`));
    const before = rowCount(known, path);
    if (before > 0 && before !== rowCount(new Set(own.map((proposal) => proposal.path)), path)) return [];
    return own
      .filter((proposal) => !known.has(proposal.path))
      .map((proposal) => ({
        ...proposal,
        confidence: proposal.confidence * confidence,
        reader: "example" as const,
      }));
  });
}

/** What the cells keep of their confidence if one document, or several, have taught the heads. */
const ONE = 0.85;
const SEVERAL = 1;

type Properties = { readonly [name: string]: FieldProperty };

/** Properties whose columns may have further heads. */
function withHeads(properties: Properties, prefix: string, heads: readonly TaughtHead[]): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      if (property.type === "object") {
        return [name, { ...property, properties: withHeads(property.properties ?? {}, path, heads) }];
      }
      const own = heads.filter(({ array }) => array === path);
      return [name, own.length === 0 ? property : { ...property, items: withLabels(property.items, own) }];
    }),
  );
}

function withLabels(
  items: FieldProperty | undefined,
  heads: readonly TaughtHead[],
): FieldProperty | undefined {
  if (items?.properties === undefined) return items;
  const properties = Object.entries(items.properties).map(([name, property]) => {
    const labels = heads.filter((head) => head.property === name).map(({ text }) => text);
    return [
      name,
      labels.length === 0 ? property : { ...property, labels: [...(property.labels ?? []), ...labels] },
    ];
  });
  return { ...items, properties: Object.fromEntries(properties) };
}

function rowCount(paths: ReadonlySet<string>, array: string): number {
  return [...paths]
    .filter((path) => path.startsWith(`${array}[`))
    .reduce((count, path) => Math.max(count, Number.parseInt(path.slice(array.length + 1), 10) + 1), 0);
}
