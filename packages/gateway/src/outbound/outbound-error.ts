/** Every way in which a request of ours to a foreign server fails. */
export const OUTBOUND_FAILURES = [
  /** The address policy does not let it leave. Why is for the log: `cause` says it. */
  "refused",
  /** Nobody answers at the address. */
  "unreachable",
  /** The server's certificate is not trusted. */
  "untrusted",
  /** The connection broke off, or the name server failed. The same request may work later. */
  "interrupted",
  "timeout",
  "too-large",
  /** The server answered with another status than a success. */
  "status",
  /** Redirects led nowhere. */
  "redirect",
  /** The answer is packed in a way that is not read here, or badly. */
  "encoding",
] as const;

export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly failure: OutboundFailure;
  /** The server's answer, where there was one. */
  readonly status: number | undefined;
  /** Its header `Retry-After`. */
  readonly retryAfter: string | undefined;

  /** The message is for the caller who named the URL: it tells nothing of the network that Galley runs in. */
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

/** The same words for every refusal, so that none of them tells what is there. */
export const REFUSAL =
  "The URL is refused: it must be an http or https URL of a public address, " +
  "on port 80, 443 or above 1023, without user name and password.";

/** @param reason for the log only. */
export function refused(reason: string): OutboundError {
  return new OutboundError("refused", REFUSAL, { cause: reason });
}
