/** Why a document, or the call for it, failed. Every message says what a person can do about it. */
export type ExtractionErrorCode =
  /** An option is unknown or out of range; the message names it and the valid values. */
  | "BAD_OPTION"
  | "EMPTY_DOCUMENT"
  | "UNSUPPORTED_DOCUMENT"
  | "DAMAGED_DOCUMENT"
  | "PASSWORD_REQUIRED"
  | "TOO_MANY_PAGES"
  /** The document used more memory or time than it may, or brought its process down. */
  | "RESOURCE_LIMIT";

export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
  readonly code: ExtractionErrorCode;

  constructor(code: ExtractionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
