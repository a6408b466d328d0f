/** Why a document, or the call for it, failed. Every message says what a person can do about it. */
export type ExtractionErrorCode =
  /** An option is unknown or out of range; `option` names it and the message says what is valid. */
  | "BAD_OPTION"
  /** The file is missing or may not be read. */
  | "DOCUMENT_NOT_FOUND"
  | "EMPTY_DOCUMENT"
  | "UNSUPPORTED_DOCUMENT"
  | "DAMAGED_DOCUMENT"
  | "PASSWORD_REQUIRED"
  | "TOO_MANY_PAGES"
  /** The document used more memory or time than it may, or brought its process down. */
  | "RESOURCE_LIMIT";

/** A document, or the call for it, failed as a whole; the message is for a person. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
  readonly code: ExtractionErrorCode;
  /** The option that is wrong, for `BAD_OPTION`. */
  readonly option: string | undefined;

  constructor(code: ExtractionErrorCode, message: string, options: ErrorOptions & { option?: string } = {}) {
    super(message, options);
    this.code = code;
    this.option = options.option;
  }
}
