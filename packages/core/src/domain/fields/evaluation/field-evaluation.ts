import type { FieldsResult, ReaderName } from "../fields-result.ts";
import { type FieldOutcome, scoredValues, type ScoredValue, type TrueData } from "./score-fields.ts";

/** How many values had each outcome. */
export interface OutcomeCounts extends Readonly<Record<FieldOutcome, number>> {
  /** How many of the right, wrong, missed and invented values a person would have looked at. */
  readonly neededReview: number;
  /** How many wrong and invented values nobody would have looked at. */
  readonly unnoticed: number;
}

/** What became of a value of a document, and, if two versions are compared, what became of it before. */
export interface EvaluatedValue<Document = string> extends ScoredValue {
  /** The job of the document, or its file. */
  readonly document: Document;
  readonly before: FieldOutcome | null;
}

export interface ReaderCounts {
  /** Null for values that no reader found. */
  readonly reader: ReaderName | null;
  readonly counts: OutcomeCounts;
}

/** How a property is read. */
export interface FieldEvaluation<Document = string> {
  /** Without the numbers of rows, such as `lines[].amount`. */
  readonly path: string;
  readonly counts: OutcomeCounts;
  /** Of the version it is compared with; null without one. */
  readonly before: OutcomeCounts | null;
  /** By what proposed the value. */
  readonly readers: readonly ReaderCounts[];
  /** How many values are right now and were not before, and the reverse. */
  readonly better: number;
  readonly worse: number;
  /** Values that got worse, better, or are not right, in this order; at most `MAX_VALUES`. */
  readonly values: readonly EvaluatedValue<Document>[];
}

/** Enough to look at; counts have all. */
const MAX_VALUES = 100;

/** A document whose data are known, with what was read from it. */
export interface EvaluatedDocument<Document = string> {
  readonly document: Document;
  readonly truth: TrueData;
  readonly result: FieldsResult;
  /** By the version it is compared with. */
  readonly before?: FieldsResult | undefined;
}

/** Each property of which at least one true value is known, in the order of the data. */
export function evaluateFields<Document>(
  documents: readonly EvaluatedDocument<Document>[],
): readonly FieldEvaluation<Document>[] {
  const values = documents.flatMap(valuesOf);
  const before = documents.flatMap(({ truth, before: earlier }) =>
    earlier ? scoredValues(truth, earlier) : [],
  );
  const isCompared = documents.some((one) => one.before !== undefined);
  const beforeByPath = Map.groupBy(before, ({ path }) => withoutRows(path));
  return [...Map.groupBy(values, ({ path }) => withoutRows(path))].map(([path, ofPath]) => ({
    path,
    counts: countsOf(ofPath),
    before: isCompared ? countsOf(beforeByPath.get(path) ?? []) : null,
    readers: [...Map.groupBy(ofPath, ({ reader }) => reader)].map(([reader, ofReader]) => ({
      reader,
      counts: countsOf(ofReader),
    })),
    better: ofPath.filter(isBetter).length,
    worse: ofPath.filter(isWorse).length,
    values: ofPath
      .filter((value) => !isFine(value.outcome) || isBetter(value))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, MAX_VALUES),
  }));
}

function valuesOf<Document>({
  document,
  truth,
  result,
  before,
}: EvaluatedDocument<Document>): readonly EvaluatedValue<Document>[] {
  const earlier = new Map(
    before ? scoredValues(truth, before).map((value) => [keyOf(value), value.outcome]) : [],
  );
  return scoredValues(truth, result).map((value) => ({
    ...value,
    document,
    before: earlier.get(keyOf(value)) ?? (before && value.isExtraRow ? "absent" : null),
  }));
}

function keyOf({ path, isExtraRow }: ScoredValue): string {
  return isExtraRow ? `+${path}` : path;
}

function withoutRows(path: string): string {
  return path.replaceAll(/\[\d+\]/gu, "[]");
}

function countsOf(values: readonly ScoredValue[]): OutcomeCounts {
  const count = (isCounted: (value: ScoredValue) => boolean): number => values.filter(isCounted).length;
  const isNotTrue = ({ outcome }: ScoredValue): boolean => outcome === "wrong" || outcome === "invented";
  return {
    right: count(({ outcome }) => outcome === "right"),
    wrong: count(({ outcome }) => outcome === "wrong"),
    missed: count(({ outcome }) => outcome === "missed"),
    invented: count(({ outcome }) => outcome === "invented"),
    absent: count(({ outcome }) => outcome === "absent"),
    neededReview: count(({ outcome, needsReview }) => needsReview && outcome !== "absent"),
    unnoticed: count((value) => isNotTrue(value) && !value.needsReview),
  };
}

function isFine(outcome: FieldOutcome): boolean {
  return outcome === "right" || outcome === "absent";
}

type Compared = Pick<EvaluatedValue, "outcome" | "before">;

function isBetter({ outcome, before }: Compared): boolean {
  return isFine(outcome) && before !== null && !isFine(before);
}

function isWorse({ outcome, before }: Compared): boolean {
  return !isFine(outcome) && before !== null && isFine(before);
}

function rankOf(value: Compared): number {
  if (isWorse(value)) return 0;
  return isBetter(value) ? 1 : 2;
}
