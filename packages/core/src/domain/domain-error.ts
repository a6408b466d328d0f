/** The reasons for which the application rejects a call. Each API maps them to status codes of its protocol. */
export const DOMAIN_ERROR_CODES = [
  /** An argument is missing or invalid; `field` names it, and the message says what is valid. */
  "BAD_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  /** The state of the record does not allow the call. */
  "CONFLICT",
  /** The job has no result yet. */
  "NOT_READY",
  /** The text was already retrieved and is no longer kept. */
  "ALREADY_DELIVERED",
  "TOO_LARGE",
  "UNSUPPORTED_DOCUMENT",
  /** The flow has timed out or was already used: start it again. */
  "EXPIRED",
  /** The caller has reached a limit; the same call may succeed after `retryAfterSeconds`. */
  "QUOTA_EXCEEDED",
  /** A dependency of the service is unavailable; the same call may succeed later. */
  "UNAVAILABLE",
] as const;

export type DomainErrorCode = (typeof DOMAIN_ERROR_CODES)[number];

interface DomainErrorOptions extends ErrorOptions {
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;
  /** The invalid argument, under its name in the domain. */
  readonly field: string | undefined;
  /** Whole seconds after which the same call may succeed; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: DomainErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
