/** Why a document or a call failed. */
export type ExtractionErrorCode =
  /** An option is unknown or invalid; `option` names it and the message states the valid values. */
  | "BAD_OPTION"
  /** The file does not exist or cannot be read. */
  | "DOCUMENT_NOT_FOUND"
  | "EMPTY_DOCUMENT"
  | "UNSUPPORTED_DOCUMENT"
  | "DAMAGED_DOCUMENT"
  | "PASSWORD_REQUIRED"
  | "TOO_MANY_PAGES"
  /** The document exceeded its time or memory limit, or crashed its process. */
  | "RESOURCE_LIMIT"
  /** An optional package is needed that is not installed; the message has the command that installs it. */
  | "MISSING_PACKAGE";

/** A document or a call failed as a whole; the message is written for people. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
  readonly code: ExtractionErrorCode;
  /** The invalid option, for `BAD_OPTION`. */
  readonly option: string | undefined;

  constructor(code: ExtractionErrorCode, message: string, options: ErrorOptions & { option?: string } = {}) {
    super(message, options);
    this.code = code;
    this.option = options.option;
  }
}
