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

/** The most that one operation may cost. A field costs 1, what is in a list as often as the list may be long. */
const MAX_COST = 100_000;

/** Selections that are looked at, fragments followed, before the reckoning itself is too much. */
const MAX_SELECTIONS = 10_000;

/** Length that is reckoned for a list that is not read in parts. */
const PLAIN_LIST_LENGTH = 10;

/** Values in the variables of one operation, those in lists and objects counted one by one. */
const MAX_VALUES = 1000;

/** What a record costs beside its fields. A page is read whole, whatever is asked of it: its text and every word. */
const WEIGHTS = new Map([["Page", 20]]);

export interface Operation {
  readonly schema: GraphQLSchema;
  /** Valid for the schema. */
  readonly document: DocumentNode;
  readonly operationName: string | null | undefined;
  readonly variables: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Refuses an operation that may read too much, before it is executed.
 *
 * @throws GraphQLError `TOO_COMPLEX`.
 */
export function assertAffordable(operation: Operation): void {
  if (hasMoreValues(operation.variables, MAX_VALUES)) {
    throw edgeError("TOO_COMPLEX", `The variables hold more than ${MAX_VALUES} values.`);
  }
  const cost = costOf(operation);
  if (cost <= MAX_COST) return;
  const advice = 'ask for less at once, or with a smaller "first"';
  throw edgeError("TOO_COMPLEX", `The operation costs ${cost} of at most ${MAX_COST}: ${advice}.`);
}

/** Variables nest as deep as their sender likes, so the call stack does not. */
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
    // About a variable that is not acceptable: the execution refuses it before it calls a resolver.
    if (cause.nodes) return 0;
    throw edgeError("TOO_COMPLEX", `The operation selects more than ${MAX_SELECTIONS} fields.`);
  }
}

const estimateField: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  const content = childComplexity + (WEIGHTS.get(getNamedType(field.type).name) ?? 0);
  const first: unknown = args["first"];
  if (typeof first === "number") return 1 + first * content;
  // The lists of a connection are as long as its `first` says, which is reckoned one level up.
  const isPlainList = isListType(getNullableType(field.type)) && !type.name.endsWith("Connection");
  return 1 + content * (isPlainList ? PLAIN_LIST_LENGTH : 1);
};
