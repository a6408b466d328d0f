/** A document could not be fetched. The message is for the caller who submitted its URL. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  /** Whether a retry may succeed. */
  readonly temporary: boolean;
  /** The header `Retry-After` of the server. */
  readonly retryAfter: string | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { temporary: boolean; retryAfter?: string | undefined },
  ) {
    super(message, options);
    this.temporary = options.temporary;
    this.retryAfter = options.retryAfter;
  }
}
