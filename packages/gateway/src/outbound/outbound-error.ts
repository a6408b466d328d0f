/** The ways in which an outgoing request fails. */
export const OUTBOUND_FAILURES = [
  /** Rejected by the address policy. The reason, for the log only, is in `cause`. */
  "refused",
  /** No server responds at the address. */
  "unreachable",
  /** The server's certificate is not trusted. */
  "untrusted",
  /** The connection was lost, or name resolution failed. A retry may succeed. */
  "interrupted",
  "timeout",
  "too-large",
  /** The status of the response is not a success. */
  "status",
  /** Too many redirects, or an invalid one. */
  "redirect",
  /** The content encoding is not supported, or the content is corrupt. */
  "encoding",
] as const;

export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly failure: OutboundFailure;
  /** The status of the response, if there is one. */
  readonly status: number | undefined;
  /** The `Retry-After` header of the response. */
  readonly retryAfter: string | undefined;

  /** The message is for the caller who named the URL; it reveals nothing about Galley's network. */
  constructor(
    failure: OutboundFailure,
    message: string,
    options: ErrorOptions & { status?: number; retryAfter?: string | undefined } = {},
  ) {
    super(message, options);
    this.failure = failure;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}

/** The same message for every rejection, so callers cannot probe the network. */
export const REFUSAL =
  "The URL cannot be used: expected an http or https URL whose host name exists and has a public address, " +
  "on port 80, 443 or above 1023, without user name and password.";

/** @param reason for the log only. */
export function refused(reason: string): OutboundError {
  return new OutboundError("refused", REFUSAL, { cause: reason });
}
