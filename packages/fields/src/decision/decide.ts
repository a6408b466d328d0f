import type { FailedCheck, FieldRecord, FieldsResult, FieldValue } from "@galley/core/domain";
import type { Proposal } from "../readers/reader.ts";
import type { FieldProperty, FieldsSchema } from "../schema/fields-schema.ts";
import { shapeFault } from "./shape-checks.ts";

/** Values of at least this confidence are to be right in 98 of 100; a person looks at the others. */
export const CERTAIN = 0.9;

/** How sure the absence of a value is if no reader proposed one. */
const ABSENT_CONFIDENCE = 0.7;

/** What a value that another reader contradicts keeps of its confidence, at the same confidence of both. */
const CONTRADICTED = 0.5;

/** Chosen by the largest statements: 20,000 rows with four fields each. */
const MAX_ROWS = 50_000;

interface Decided {
  readonly proposal: Proposal;
  readonly confidence: number;
}

/** Chooses one value for each path and builds the data that follows the schema. */
export function decide(
  schema: FieldsSchema,
  proposals: readonly Proposal[],
  notes: readonly string[],
): FieldsResult {
  const chosen = chosenByPath(proposals);
  const fields: Record<string, FieldRecord> = {};
  const data = objectOf(schema.properties, { chosen, fields, prefix: "", required: schema.required });
  return { data, fields, review: reviewOf(fields), notes };
}

/** The paths that a person should look at. */
export function reviewOf(fields: { readonly [path: string]: FieldRecord }): readonly string[] {
  return Object.entries(fields)
    .filter(([, record]) => needsReview(record))
    .map(([path]) => path);
}

function needsReview({ confirmed, reader, confidence, checks, ungrounded }: FieldRecord): boolean {
  if (confirmed === true) return false;
  if (checks.length > 0 || ungrounded === true) return true;
  return reader !== undefined && confidence < CERTAIN;
}

function chosenByPath(proposals: readonly Proposal[]): ReadonlyMap<string, Decided> {
  const byPath = Map.groupBy(proposals, ({ path }) => path);
  return new Map([...byPath].map(([path, all]) => [path, best(all)]));
}

/** Proposals of the same value support one another; the best other value takes from its confidence. */
function best(proposals: readonly Proposal[]): Decided {
  const values = withoutRefuted(proposals);
  const scored = values
    .map((same) => ({ proposal: strongest(same), confidence: together(same) }))
    .toSorted((a, b) => b.confidence - a.confidence);
  const [first, second] = scored;
  if (first === undefined) throw new Error("no proposals");
  if (second === undefined) return first;
  const doubt = (CONTRADICTED * second.confidence ** 2) / first.confidence ** 2;
  return { ...first, confidence: first.confidence * (1 - doubt) };
}

/** The proposals by value; if a value is settled, those are left out that only refuted readers have. */
function withoutRefuted(proposals: readonly Proposal[]): readonly (readonly Proposal[])[] {
  const values = [...Map.groupBy(proposals, ({ value }) => JSON.stringify(value)).values()];
  const settled = proposals.filter(({ isSettled }) => isSettled);
  if (settled.length === 0) return values;
  // Rules that people had to correct on documents of the same look err in the same way again.
  const isTaught = settled.some(({ reader }) => reader === "example");
  const isRefuted = ({ isSettled, reader }: Proposal): boolean =>
    isTaught ? reader === "label" || reader === "kind" : reader === "label" && !isSettled;
  return values.filter((same) => !same.every(isRefuted));
}

function strongest(proposals: readonly Proposal[]): Proposal {
  return proposals.reduce((top, one) => (one.confidence > top.confidence ? one : top));
}

/** Readers look at the same words, so a second one removes only half of the doubt that it would remove alone. */
function together(proposals: readonly Proposal[]): number {
  const byReader = [...Map.groupBy(proposals, ({ reader }) => reader).values()].map(
    (same) => strongest(same).confidence,
  );
  const [first = 0, ...others] = byReader.toSorted((a, b) => b - a);
  return 1 - others.reduce((doubt, confidence) => doubt * (1 - confidence / 2), 1 - first);
}

interface Building {
  readonly chosen: ReadonlyMap<string, Decided>;
  readonly fields: Record<string, FieldRecord>;
  readonly prefix: string;
  readonly required: readonly string[];
}

type Data = { readonly [name: string]: FieldValue };

function objectOf(properties: { readonly [name: string]: FieldProperty }, building: Building): Data {
  const { prefix, required } = building;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      return [
        name,
        valueOf(property, { ...building, prefix: path, required: required.includes(name) ? [path] : [] }),
      ];
    }),
  );
}

function valueOf(property: FieldProperty, building: Building): FieldValue {
  if (property.type === "object") {
    return objectOf(property.properties ?? {}, { ...building, required: property.required ?? [] });
  }
  if (property.type === "array") return rowsOf(property, building);
  return leafOf(property, building);
}

function rowsOf({ items }: FieldProperty, building: Building): readonly FieldValue[] {
  const { chosen, fields, prefix } = building;
  const count = rowCount(chosen, prefix);
  if (items === undefined || count === 0) {
    fields[prefix] = { citations: [], confidence: ABSENT_CONFIDENCE, checks: [] };
    return [];
  }
  return Array.from({ length: count }, (_, index) =>
    valueOf(items, { ...building, prefix: `${prefix}[${index}]`, required: [] }),
  );
}

function rowCount(chosen: ReadonlyMap<string, Decided>, prefix: string): number {
  let count = 0;
  for (const path of chosen.keys()) {
    if (!path.startsWith(`${prefix}[`)) continue;
    count = Math.max(count, Number.parseInt(path.slice(prefix.length + 1), 10) + 1);
  }
  return Math.min(count, MAX_ROWS);
}

function leafOf(property: FieldProperty, { chosen, fields, prefix, required }: Building): FieldValue {
  const decided = chosen.get(prefix);
  if (decided === undefined || decided.proposal.value === null) {
    const checks = required.includes(prefix)
      ? [{ check: "required", message: "The document has no value that was found." }]
      : [];
    const absence = decided
      ? { confidence: rounded(decided.confidence), reader: decided.proposal.reader }
      : { confidence: ABSENT_CONFIDENCE };
    // Empty cells of rows say nothing that the row does not say.
    if (!prefix.includes("[")) fields[prefix] = { citations: [], ...absence, checks };
    return null;
  }
  const { proposal, confidence } = decided;
  const { value, raw, citations, reader } = proposal;
  const fault = shapeFault(property, value);
  const checks: readonly FailedCheck[] = [
    ...(proposal.checks ?? []),
    ...(fault === undefined ? [] : [fault]),
  ];
  const shown = checks.length === 0 ? confidence : Math.min(confidence, FAILED_CONFIDENCE);
  fields[prefix] = {
    citations,
    confidence: rounded(shown),
    reader,
    raw,
    checks,
    ...(citations.length === 0 ? { ungrounded: true as const } : {}),
  };
  return value;
}

/** A value whose check failed is never certain. */
const FAILED_CONFIDENCE = 0.7;

function rounded(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
}
