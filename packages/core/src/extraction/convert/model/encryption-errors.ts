import { ExtractionError } from "../../failure/extraction-error.ts";

/** The error for a document whose password is missing or wrong. */
export function passwordRequired(why: string, options: ErrorOptions = {}): ExtractionError {
  return new ExtractionError(
    "PASSWORD_REQUIRED",
    `The document is encrypted ${why}; pass its password.`,
    options,
  );
}

/** The error for an encryption that no program is known to use, or that is too new. */
export function notSupported(): ExtractionError {
  const message =
    "The document is encrypted in a way that is not supported. Remove its encryption, or convert it to PDF first.";
  return new ExtractionError("UNSUPPORTED_DOCUMENT", message);
}
