/** A document could not be fetched. The message is for the caller who named its URL. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  /** Whether the same fetch may work later. */
  readonly temporary: boolean;
  /** What the server says of when it may work, as the header `Retry-After` has it. */
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
