import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import { PARAMETER_OF_OPTION } from "./extraction-parameters.ts";

interface RefusalOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number | undefined;
}

/** Says no to a caller: a status of the 400s and the message of the answer. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** Whole seconds after which the same call may work; undefined where that is not known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, options: RefusalOptions = {}) {
    super(message, options);
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** What an endpoint says, in documented words, where it has some for a code. */
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

/** The refusal that an error means to a caller; undefined when it is a fault of the service. */
export function refusalOf(error: unknown, documented: DocumentedRefusals): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof DomainError)) return undefined;
  const [status, message] = documented[error.code] ?? [STATUS[error.code], inDocumentedWords(error)];
  return new Refusal(status, message, { cause: error, retryAfterSeconds: error.retryAfterSeconds });
}

/** What a message about a field calls it here. */
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

/** A message about a field begins with its name; the caller knows it by another one. */
function inDocumentedWords({ field, message }: DomainError): string {
  const parameters: Readonly<Record<string, string>> = PARAMETER_OF_FIELD;
  const parameter = field === undefined ? undefined : parameters[field];
  return parameter && message.startsWith(`${field}:`)
    ? `${parameter}:${message.slice(`${field}:`.length)}`
    : message;
}
