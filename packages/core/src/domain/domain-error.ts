/** Every way in which the application refuses a call. The edges map each code to a status of their protocol. */
export const DOMAIN_ERROR_CODES = [
  /** An argument is missing or wrong; `field` names it and the message says what is valid. */
  "BAD_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  /** The record is in a state that does not allow it. */
  "CONFLICT",
  /** The job has no result yet. */
  "NOT_READY",
  /** The text was handed out before and is no longer kept. */
  "ALREADY_DELIVERED",
  "TOO_LARGE",
  "UNSUPPORTED_DOCUMENT",
  /** What was begun has taken too long, or was used already: it must be begun again. */
  "EXPIRED",
  /** A limit of the caller's is reached; the same call may work in `retryAfterSeconds`. */
  "QUOTA_EXCEEDED",
  /** Something the service needs is down; the same call may work later. */
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
  /** The argument that is wrong, in the words of the domain. */
  readonly field: string | undefined;
  /** Whole seconds after which the same call may work; undefined where that is not known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: DomainErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
