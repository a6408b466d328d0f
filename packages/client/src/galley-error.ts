/** The service refused a call, a document could not be read, or the service could not be reached. */
export class GalleyError extends Error {
  /**
   * What went wrong: a code of the service such as `UNAUTHENTICATED`, `BAD_INPUT`, `NOT_FOUND` or `QUOTA_EXCEEDED`;
   * `FAILED` or `CANCELLED` for a document that was not read; `UNREACHABLE`.
   */
  readonly code: string;
  /** The field of the input that is at fault, if it is one. */
  readonly field: string | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;

  constructor(
    code: string,
    message: string,
    {
      field,
      retryable = false,
      cause,
    }: { readonly field?: string | undefined; readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "GalleyError";
    this.code = code;
    this.field = field;
    this.retryable = retryable;
  }
}
