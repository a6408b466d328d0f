import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import type { Answer } from "../http/endpoint.ts";

/** One problem with a call. */
export interface FieldError {
  readonly code: string;
  /** Human-readable. */
  readonly detail: string;
  /** The field of the body or the query parameter; null if it is neither. */
  readonly attr: string | null;
}

/** Rejects a request to the management API. */
export class ManagementRefusal extends Error {
  override readonly name = "ManagementRefusal";
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, errors: readonly FieldError[]) {
    super(errors.map(({ detail }) => detail).join(" "));
    this.status = status;
    this.errors = errors;
  }
}

/** Rejects a request before its target is known; such responses have a format of their own. */
export class GateRefusal extends Error {
  override readonly name = "GateRefusal";
  readonly status: 401 | 403;

  constructor(status: 401 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

/** The documented status and code of each domain error code. */
const KINDS = {
  BAD_INPUT: [400, "invalid"],
  UNAUTHENTICATED: [401, "not_authenticated"],
  FORBIDDEN: [403, "permission_denied"],
  NOT_FOUND: [404, "not_found"],
  CONFLICT: [409, "conflict"],
  NOT_READY: [422, "not_ready"],
  ALREADY_DELIVERED: [406, "already_delivered"],
  TOO_LARGE: [413, "too_large"],
  UNSUPPORTED_DOCUMENT: [400, "unsupported_document"],
  EXPIRED: [408, "timed_out"],
  QUOTA_EXCEEDED: [429, "throttled"],
  UNAVAILABLE: [503, "service_unavailable"],
} as const satisfies Record<DomainErrorCode, readonly [status: number, code: string]>;

/** The documented names of domain fields, for an endpoint. */
export type DocumentedFields = Readonly<Record<string, string>>;

/** The response for an error; undefined if it is a fault of the service. */
export function refusalAnswer(error: unknown, fields: DocumentedFields = {}): Answer | undefined {
  if (error instanceof GateRefusal) return { status: error.status, body: { message: error.message } };
  if (error instanceof ManagementRefusal) return errorAnswer(error.status, error.errors);
  if (!(error instanceof DomainError)) return undefined;
  const [status, code] = KINDS[error.code];
  const answer = errorAnswer(status, [{ code, ...inDocumentedWords(error, fields) }]);
  return { ...answer, retryAfterSeconds: error.retryAfterSeconds };
}

/** Messages about a field begin with its name; here the name is a member of its own. */
function inDocumentedWords(
  { field, message }: DomainError,
  fields: DocumentedFields,
): Pick<FieldError, "detail" | "attr"> {
  if (field === undefined) return { detail: message, attr: null };
  const prefix = `${field}:`;
  const detail = message.startsWith(prefix) ? message.slice(prefix.length).trim() : message;
  const [head = field, ...below] = field.split(".");
  return { detail, attr: [fields[head] ?? head, ...below].join(".") };
}

export function errorAnswer(status: number, errors: readonly FieldError[]): Answer {
  return { status, body: { type: typeOf(status), errors } };
}

function typeOf(status: number): "validation_error" | "client_error" | "server_error" {
  if (status === 400) return "validation_error";
  return status < 500 ? "client_error" : "server_error";
}

/** @param what the kind of record, such as "Pipeline". */
export function notFound(what: string): ManagementRefusal {
  return new ManagementRefusal(404, [{ code: "not_found", detail: `${what} not found.`, attr: null }]);
}
