import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import type { Answer } from "../endpoint.ts";

/** One thing that is wrong with a call. */
export interface FieldError {
  readonly code: string;
  /** For a person. */
  readonly detail: string;
  /** The field of the body or the query parameter; null where it is none. */
  readonly attr: string | null;
}

/** Says no to a caller of the management area. */
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

/** Says no before it is known what the call is about: such refusals have a form of their own. */
export class GateRefusal extends Error {
  override readonly name = "GateRefusal";
  readonly status: 401 | 403;

  constructor(status: 401 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

/** What each code of the application is called here. */
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

/** What the fields of the domain are called in the documented area, for an endpoint. */
export type DocumentedFields = Readonly<Record<string, string>>;

/** The answer that an error means to a caller; undefined when it is a fault of the service. */
export function refusalAnswer(error: unknown, fields: DocumentedFields = {}): Answer | undefined {
  if (error instanceof GateRefusal) return { status: error.status, body: { message: error.message } };
  if (error instanceof ManagementRefusal) return errorAnswer(error.status, error.errors);
  if (!(error instanceof DomainError)) return undefined;
  const [status, code] = KINDS[error.code];
  const answer = errorAnswer(status, [{ code, ...inDocumentedWords(error, fields) }]);
  return { ...answer, retryAfterSeconds: error.retryAfterSeconds };
}

/** A message about a field begins with its name; here the name stands beside it. */
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
