/** A document could not be fetched. The message is for the caller who named its URL. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  /** Whether the same fetch may work later. */
  readonly temporary: boolean;

  constructor(message: string, options: ErrorOptions & { temporary: boolean }) {
    super(message, options);
    this.temporary = options.temporary;
  }
}
