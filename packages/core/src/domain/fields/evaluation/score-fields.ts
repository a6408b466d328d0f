import { isList, isObject } from "../field-paths.ts";
import { pairedRows } from "./paired-rows.ts";
import type { FieldsResult, FieldValue, ReaderName } from "../fields-result.ts";

/**
 * What became of a true value: `missed` if none was read, `invented` if the document has none. `absent`: it has none, and
 * none was read.
 */
export const FIELD_OUTCOMES = ["right", "wrong", "missed", "invented", "absent"] as const;
export type FieldOutcome = (typeof FIELD_OUTCOMES)[number];

/** A true value beside the one that was read. */
export interface ScoredValue {
  /** In the true data, such as `lines[2].amount`; of a row too many, in the data that were read. */
  readonly path: string;
  readonly isExtraRow: boolean;
  readonly outcome: FieldOutcome;
  readonly expected: FieldValue;
  readonly found: FieldValue;
  /** What proposed the value that was read. */
  readonly reader: ReaderName | null;
  /** Whether a person would have been asked. */
  readonly needsReview: boolean;
}

/** What is true of a document; a property that is left out is not known. */
export type TrueData = FieldsResult["data"];

/** The values that people have confirmed; of an array, all rows if one of them was confirmed. */
export function confirmedData({ data, fields }: FieldsResult): TrueData {
  const confirmed = Object.entries(fields)
    .filter(([, record]) => record.confirmed === true)
    .map(([path]) => path);
  const isWithin = (path: string): boolean =>
    confirmed.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[`));
  const known = (object: TrueData, prefix: string): TrueData =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        const path = `${prefix}${name}`;
        if (!isWithin(path)) return [];
        return [[name, isObject(value) ? known(value, `${path}.`) : value]];
      }),
    );
  return known(data, "");
}

/** Each true value of which the schema of the result has a property, beside the one that was read. */
export function scoredValues(truth: TrueData, result: FieldsResult): readonly ScoredValue[] {
  return valuesOf(truth, result.data, { result, path: "", at: "", isExtraRow: false });
}

interface Place extends Pick<ScoredValue, "path" | "isExtraRow"> {
  readonly result: FieldsResult;
  /** The path in the data that were read. */
  readonly at: string;
}

function valuesOf(truth: TrueData, read: TrueData, place: Place): readonly ScoredValue[] {
  return Object.entries(truth).flatMap(([name, expected]) => {
    const found = read[name];
    return found === undefined ? [] : valuesAt(expected, found, memberPlace(place, name));
  });
}

function memberPlace(place: Place, name: string): Place {
  const below = (path: string): string => (path === "" ? name : `${path}.${name}`);
  return { ...place, path: below(place.path), at: below(place.at) };
}

function valuesAt(expected: FieldValue, found: FieldValue, place: Place): readonly ScoredValue[] {
  if (isList(expected) || isList(found)) {
    return rowsOf(isList(expected) ? expected : [], isList(found) ? found : [], place);
  }
  if (isObject(expected) && isObject(found)) return valuesOf(expected, found, place);
  return [scored(expected, found, place)];
}

function rowsOf(
  expected: readonly FieldValue[],
  found: readonly FieldValue[],
  place: Place,
): readonly ScoredValue[] {
  return pairedRows([expected.length, found.length], (truth, read) =>
    likenessOf(expected[truth] ?? null, found[read] ?? null),
  ).flatMap(([truth, read]) => {
    const row: Place = {
      ...place,
      path: `${place.path}[${truth ?? read}]`,
      at: `${place.at}[${read ?? ""}]`,
      isExtraRow: truth === undefined,
    };
    const [is, was] = [rowAt(expected, truth), rowAt(found, read)];
    if (!isObject(is) && !isObject(was)) return [scored(is, was, row)];
    // Of a row that was not read, the schema's properties are not known here.
    const names = isObject(was) ? Object.keys(was) : isObject(is) ? Object.keys(is) : [];
    return names
      .filter((name) => !isObject(is) || Object.hasOwn(is, name))
      .map((name) => scored(memberOf(is, name), memberOf(was, name), memberPlace(row, name)));
  });
}

function rowAt(rows: readonly FieldValue[], at: number | undefined): FieldValue {
  return at === undefined ? null : (rows[at] ?? null);
}

function memberOf(row: FieldValue, name: string): FieldValue {
  return isObject(row) && Object.hasOwn(row, name) ? (row[name] ?? null) : null;
}

function scored(expected: FieldValue, found: FieldValue, place: Place): ScoredValue {
  const { result, path, at, isExtraRow } = place;
  const record = result.fields[at];
  return {
    path,
    isExtraRow,
    outcome: outcomeOf(expected, found),
    expected,
    found,
    reader: found === null ? null : (record?.reader ?? null),
    needsReview: result.review.includes(at),
  };
}

function outcomeOf(expected: FieldValue, found: FieldValue): FieldOutcome {
  if (expected === null) return found === null ? "absent" : "invented";
  if (found === null) return "missed";
  return isSame(expected, found) ? "right" : "wrong";
}

/** Amounts to the cent, texts without case and blanks. */
function isSame(expected: FieldValue, found: FieldValue): boolean {
  if (typeof expected === "number" && typeof found === "number") return Math.abs(expected - found) < 0.005;
  if (typeof expected === "string" && typeof found === "string") return folded(expected) === folded(found);
  return JSON.stringify(expected) === JSON.stringify(found);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, "");
}

/** How much of two rows is the same. Rows in the same order are paired even if little is. */
const ANY_ROW = 0.01;

function likenessOf(one: FieldValue, other: FieldValue): number {
  if (!isObject(one) || !isObject(other)) return isSame(one, other) ? 1 : ANY_ROW;
  const names = Object.keys(one);
  const same = names.filter((name) => {
    const [expected, found] = [memberOf(one, name), memberOf(other, name)];
    return expected !== null && isSame(expected, found);
  });
  return ANY_ROW + same.length / Math.max(1, names.length);
}
