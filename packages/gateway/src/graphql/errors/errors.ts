import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import { HeaderMap } from "@apollo/server";
import { GraphQLError, Kind, TokenKind, type GraphQLFormattedError } from "graphql";

interface ErrorFacts {
  /** The HTTP status that means the same. */
  readonly status: number;
  /** Whether the same call may work later. */
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

/** What GraphQL and its transport refuse on their own, before the application is asked. */
const EDGE_ERRORS = {
  GRAPHQL_PARSE_FAILED: { status: 400, retryable: false },
  GRAPHQL_VALIDATION_FAILED: { status: 400, retryable: false },
  TOO_COMPLEX: { status: 400, retryable: false },
} as const satisfies Record<string, ErrorFacts>;

const INTERNAL = { status: 500, retryable: true } as const satisfies ErrorFacts;

/** Faults of the caller that Apollo names in its own words. */
const BAD_INPUT_BY_OTHER_NAMES: ReadonlySet<unknown> = new Set([
  "BAD_USER_INPUT",
  "BAD_REQUEST",
  "OPERATION_RESOLUTION_FAILURE",
  "PERSISTED_QUERY_NOT_SUPPORTED",
]);

export type EdgeErrorCode = keyof typeof EDGE_ERRORS;

/** An error that the edge itself raises; its message is for the caller. */
export function edgeError(code: EdgeErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, http: { status: EDGE_ERRORS[code].status } },
  });
}

/** A refusal of the application, for an answer that is made before GraphQL is at work. */
export function refusedError(cause: DomainError): GraphQLError {
  const { status } = DOMAIN_ERRORS[cause.code];
  const { message, retryAfterSeconds } = cause;
  const headers = new HeaderMap(
    retryAfterSeconds === undefined ? [] : [["retry-after", `${retryAfterSeconds}`]],
  );
  return new GraphQLError(message, { originalError: cause, extensions: { http: { status, headers } } });
}

/** An error as its caller sees it. What is neither the caller's fault nor a refusal is masked. */
export function presentedError(error: unknown): GraphQLFormattedError {
  const refusal = refusalIn(error);
  const { path, locations } = error instanceof GraphQLError ? error.toJSON() : {};
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (refusal) return { message: refusal.message, ...place, extensions: refusal.extensions };
  const message = "Something went wrong inside the service; its log has the details.";
  return { message, ...place, extensions: { code: "INTERNAL", field: null, ...INTERNAL } };
}

/** An error as its caller sees it; where that is nothing, `failed` is told. */
export function presentedOrTold(error: unknown, failed: (error: unknown) => void): GraphQLFormattedError {
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
  // What was thrown first knows best what it is; those that pass it on give it codes of their own.
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

/** The variable whose value was not acceptable, when that is what the error is about. */
function variableOf({ nodes, path }: GraphQLError): string | undefined {
  const [node] = nodes ?? [];
  return node?.kind === Kind.VARIABLE_DEFINITION && path === undefined ? node.variable.name.value : undefined;
}

/** The argument or input field whose written value was not acceptable, when that is what the error is about. */
function argumentOf({ nodes }: GraphQLError): string | undefined {
  const colon = nodes?.[0]?.loc?.startToken.prev;
  const name = colon?.kind === TokenKind.COLON ? colon.prev : undefined;
  return name?.kind === TokenKind.NAME ? name.value : undefined;
}
