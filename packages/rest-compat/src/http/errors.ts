import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import { PARAMETER_OF_OPTION } from "./extraction-parameters.ts";

interface RefusalOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number | undefined;
}

/** Rejects a request, with a 4xx status and the message of the response. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** Whole seconds after which the same call may succeed; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, options: RefusalOptions = {}) {
    super(message, options);
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The documented status and message of an endpoint, by error code. */
export type DocumentedRefusals = Readonly<
  Partial<Record<DomainErrorCode, readonly [status: number, message: string]>>
>;

const STATUS = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NOT_READY: 400,
  ALREADY_DELIVERED: 400,
  TOO_LARGE: 413,
  UNSUPPORTED_DOCUMENT: 400,
  EXPIRED: 408,
  QUOTA_EXCEEDED: 429,
  UNAVAILABLE: 503,
} as const satisfies Record<DomainErrorCode, number>;

/** The refusal to send for an error; undefined if the error is a fault of the service. */
export function refusalOf(error: unknown, documented: DocumentedRefusals): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof DomainError)) return undefined;
  const [status, message] = documented[error.code] ?? [STATUS[error.code], inDocumentedWords(error)];
  return new Refusal(status, message, { cause: error, retryAfterSeconds: error.retryAfterSeconds });
}

/** The documented parameter names of domain fields. */
const PARAMETER_OF_FIELD = {
  ...PARAMETER_OF_OPTION,
  webhook: "use_webhook",
  webhookMetadata: "webhook_metadata",
  name: "webhook_name",
  authToken: "auth_token",
  idempotencyKey: "Idempotency-Key",
  documentPassword: "document_password",
  from: "from_date",
  to: "to_date",
  term: "search term",
} as const;

/** Messages about a field begin with its name, which callers know under another name. */
function inDocumentedWords({ field, message }: DomainError): string {
  const parameters: Readonly<Record<string, string>> = PARAMETER_OF_FIELD;
  const parameter = field === undefined ? undefined : parameters[field];
  return parameter && message.startsWith(`${field}:`)
    ? `${parameter}:${message.slice(`${field}:`.length)}`
    : message;
}
