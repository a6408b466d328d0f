import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isListType,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";
import { getComplexity, type ComplexityEstimator } from "graphql-query-complexity";
import { edgeError } from "../errors/errors.ts";

/** Maximum cost of an operation. A field costs 1; the content of a list is multiplied by its maximum length. */
const MAX_COST = 100_000;

/** Maximum number of selections, with fragments expanded, for which the cost is computed at all. */
const MAX_SELECTIONS = 10_000;

/** Assumed length of a list without pagination. */
const PLAIN_LIST_LENGTH = 10;

/** Maximum number of values in an operation's variables, including those nested in lists and objects. */
const MAX_VALUES = 1000;

/**
 * Extra cost of a record. An explained page is read again, an evaluation reads up to 200 documents. A page is always loaded completely, with its text and every word. Lists of usage groups and
 * licences can be far longer than other lists without pagination.
 */
const WEIGHTS = new Map([
  ["Page", 20],
  ["UsageGroup", 500],
  ["Licence", 100],
  ["PageExplanation", 20_000],
  ["FieldsEvaluation", 50_000],
]);

export interface Operation {
  readonly schema: GraphQLSchema;
  /** Valid for the schema. */
  readonly document: DocumentNode;
  readonly operationName: string | null | undefined;
  readonly variables: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Rejects an operation that could read too much, before it is executed.
 *
 * @throws GraphQLError `TOO_COMPLEX`.
 */
export function assertAffordable(operation: Operation): void {
  if (hasMoreValues(operation.variables, MAX_VALUES)) {
    throw edgeError(
      "TOO_COMPLEX",
      `The variables contain more than ${MAX_VALUES} values. Send fewer at once.`,
    );
  }
  const cost = costOf(operation);
  if (cost <= MAX_COST) return;
  const advice = 'select fewer fields or use a smaller "first"';
  throw edgeError("TOO_COMPLEX", `The operation costs ${cost}; at most ${MAX_COST} is allowed: ${advice}.`);
}

/** Iterative, because clients control the nesting depth. */
function hasMoreValues(variables: unknown, most: number): boolean {
  const waiting: unknown[] = [variables];
  let count = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const parts: readonly unknown[] = Object.values(value);
    count += parts.length;
    if (count > most) return true;
    waiting.push(...parts);
  }
  return false;
}

function costOf({ schema, document, operationName, variables }: Operation): number {
  try {
    return getComplexity({
      schema,
      query: document,
      ...(typeof operationName === "string" && { operationName }),
      variables: { ...variables },
      estimators: [estimateField],
      maxQueryNodes: MAX_SELECTIONS,
    });
  } catch (cause) {
    if (!(cause instanceof GraphQLError)) throw cause;
    // An invalid variable: execution rejects it before any resolver is called.
    if (cause.nodes) return 0;
    throw edgeError(
      "TOO_COMPLEX",
      `The operation selects more than ${MAX_SELECTIONS} fields, with fragments expanded.`,
    );
  }
}

const estimateField: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  const content = childComplexity + (WEIGHTS.get(getNamedType(field.type).name) ?? 0);
  const first: unknown = args["first"];
  if (typeof first === "number") return 1 + first * content;
  // Lists inside a connection are multiplied by `first` one level up.
  const isPlainList = isListType(getNullableType(field.type)) && !type.name.endsWith("Connection");
  return 1 + content * (isPlainList ? PLAIN_LIST_LENGTH : 1);
};
