import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import { HeaderMap } from "@apollo/server";
import { GraphQLError, Kind, TokenKind, type GraphQLFormattedError } from "graphql";

interface ErrorFacts {
  /** The corresponding HTTP status. */
  readonly status: number;
  /** Whether retrying the same call later may succeed. */
  readonly retryable: boolean;
}

const DOMAIN_ERRORS = {
  BAD_INPUT: { status: 400, retryable: false },
  UNAUTHENTICATED: { status: 401, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  NOT_FOUND: { status: 404, retryable: false },
  CONFLICT: { status: 409, retryable: false },
  NOT_READY: { status: 409, retryable: true },
  ALREADY_DELIVERED: { status: 410, retryable: false },
  TOO_LARGE: { status: 413, retryable: false },
  UNSUPPORTED_DOCUMENT: { status: 415, retryable: false },
  EXPIRED: { status: 408, retryable: false },
  QUOTA_EXCEEDED: { status: 429, retryable: true },
  UNAVAILABLE: { status: 503, retryable: true },
} as const satisfies Record<DomainErrorCode, ErrorFacts>;

/** Errors of GraphQL and its transport, raised before the application is called. */
const EDGE_ERRORS = {
  GRAPHQL_PARSE_FAILED: { status: 400, retryable: false },
  GRAPHQL_VALIDATION_FAILED: { status: 400, retryable: false },
  TOO_COMPLEX: { status: 400, retryable: false },
} as const satisfies Record<string, ErrorFacts>;

const INTERNAL = { status: 500, retryable: true } as const satisfies ErrorFacts;

/** Apollo's codes for client errors, all reported as `BAD_INPUT`. */
const BAD_INPUT_BY_OTHER_NAMES: ReadonlySet<unknown> = new Set([
  "BAD_USER_INPUT",
  "BAD_REQUEST",
  "OPERATION_RESOLUTION_FAILURE",
  "PERSISTED_QUERY_NOT_SUPPORTED",
]);

export type EdgeErrorCode = keyof typeof EDGE_ERRORS;

/** An error that the API layer raises itself; its message is shown to the caller. */
export function edgeError(code: EdgeErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, http: { status: EDGE_ERRORS[code].status } },
  });
}

/** A domain error as a GraphQL error, for requests that fail before execution starts. */
export function refusedError(cause: DomainError): GraphQLError {
  const { status } = DOMAIN_ERRORS[cause.code];
  const { message, retryAfterSeconds } = cause;
  const headers = new HeaderMap(
    retryAfterSeconds === undefined ? [] : [["retry-after", `${retryAfterSeconds}`]],
  );
  return new GraphQLError(message, { originalError: cause, extensions: { http: { status, headers } } });
}

/** The error as the caller sees it. Internal errors are masked. */
export function presentedError(error: unknown): GraphQLFormattedError {
  const refusal = refusalIn(error);
  const { path, locations } = error instanceof GraphQLError ? error.toJSON() : {};
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (refusal) return { message: refusal.message, ...place, extensions: refusal.extensions };
  const message = "Internal error; see the service's log for details.";
  return { message, ...place, extensions: { code: "INTERNAL", field: null, ...INTERNAL } };
}

/** The error as the caller sees it; internal errors are also passed to `failed`. */
export function presentedAndReported(
  error: unknown,
  failed: (error: unknown) => void,
): GraphQLFormattedError {
  if (!refusalIn(error)) failed(causeOf(error));
  return presentedError(error);
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? error.originalError : error;
}

interface RefusalFacts {
  readonly code: DomainErrorCode;
  readonly field?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

interface Refusal {
  readonly message: string;
  readonly extensions: Record<string, unknown>;
}

function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof DomainError) return refused(error.message, extensionsOf(error));
  if (!(error instanceof GraphQLError)) return undefined;
  const { message, extensions, originalError } = error;
  const variable = variableOf(error);
  if (variable !== undefined) return refused(message, extensionsOf({ code: "BAD_INPUT", field: variable }));
  // The original error has the most specific code; wrappers replace it with their own.
  const original = originalError && refusalIn(originalError);
  if (original) return original;
  const code = extensions["code"];
  if (BAD_INPUT_BY_OTHER_NAMES.has(code)) return refused(message, extensionsOf({ code: "BAD_INPUT" }));
  if (!isEdgeCode(code)) return undefined;
  return refused(message, { code, field: argumentOf(error) ?? null, ...EDGE_ERRORS[code] });
}

function refused(message: string, extensions: Refusal["extensions"]): Refusal {
  return { message, extensions };
}

function extensionsOf({ code, field, retryAfterSeconds }: RefusalFacts): Record<string, unknown> {
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { code, field: field ?? null, ...DOMAIN_ERRORS[code], ...retry };
}

function isEdgeCode(code: unknown): code is EdgeErrorCode {
  return typeof code === "string" && Object.hasOwn(EDGE_ERRORS, code);
}

/** The name of the variable whose value the error rejects, if any. */
function variableOf({ nodes, path }: GraphQLError): string | undefined {
  const [node] = nodes ?? [];
  return node?.kind === Kind.VARIABLE_DEFINITION && path === undefined ? node.variable.name.value : undefined;
}

/** The name of the argument or input field whose literal value the error rejects, if any. */
function argumentOf({ nodes }: GraphQLError): string | undefined {
  const colon = nodes?.[0]?.loc?.startToken.prev;
  const name = colon?.kind === TokenKind.COLON ? colon.prev : undefined;
  return name?.kind === TokenKind.NAME ? name.value : undefined;
}
