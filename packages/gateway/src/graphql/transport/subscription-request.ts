import {
  getOperationAST,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
} from "graphql";
import type { SubscribePayload } from "graphql-ws";
import { edgeError } from "../errors/errors.ts";
import { documentLimits } from "../limits/document-limits.ts";
import { assertAffordable } from "../limits/operation-cost.ts";
import { MAX_TOKENS, withTokenLimit } from "../limits/token-limit.ts";

/**
 * Parses and validates an operation from a WebSocket, with the same rules as over HTTP; only subscriptions are allowed.
 * Returns the errors if it is not valid.
 */
export function readSubscription(
  { query, operationName, variables }: SubscribePayload,
  { schema, openSchema }: { schema: GraphQLSchema; openSchema: boolean },
): ExecutionArgs | GraphQLError[] {
  try {
    const document = parsed(query);
    const rules = [
      ...specifiedRules,
      documentLimits,
      ...(openSchema ? [] : [NoSchemaIntrospectionCustomRule]),
    ];
    const faults = validate(schema, document, rules, { hideSuggestions: !openSchema });
    if (faults.length > 0) return faults.map((fault) => withCode(fault, "GRAPHQL_VALIDATION_FAILED"));
    assertSubscription(document, operationName);
    assertAffordable({ schema, document, operationName, variables });
    return { schema, document, operationName, variableValues: variables };
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (cause) {
    const error = withTokenLimit(cause);
    throw error instanceof GraphQLError ? withCode(error, "GRAPHQL_PARSE_FAILED") : error;
  }
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes = null, source = null, positions = null, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
}

function assertSubscription(document: DocumentNode, operationName: string | null | undefined): void {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation === OperationTypeNode.SUBSCRIPTION) return;
  const message = operation
    ? "Only subscriptions are accepted over a WebSocket. Send queries and mutations with POST."
    : "The document has no operation with this name.";
  throw edgeError("GRAPHQL_VALIDATION_FAILED", message);
}
