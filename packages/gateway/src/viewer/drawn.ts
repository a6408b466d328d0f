import { ExtractionError, type ExtractionErrorCode } from "@galley/core";
import { DomainError, type DomainErrorCode } from "@galley/core/domain";

const REFUSALS = {
  BAD_OPTION: "NOT_FOUND",
  DOCUMENT_NOT_FOUND: "NOT_FOUND",
  EMPTY_DOCUMENT: "UNSUPPORTED_DOCUMENT",
  UNSUPPORTED_DOCUMENT: "UNSUPPORTED_DOCUMENT",
  DAMAGED_DOCUMENT: "UNSUPPORTED_DOCUMENT",
  PASSWORD_REQUIRED: "UNSUPPORTED_DOCUMENT",
  TOO_MANY_PAGES: "UNSUPPORTED_DOCUMENT",
  RESOURCE_LIMIT: "UNAVAILABLE",
  MISSING_PACKAGE: "UNAVAILABLE",
} as const satisfies Record<ExtractionErrorCode, DomainErrorCode>;

/**
 * As `drawn`, for the document of a job. Its password is deleted when the job is settled, so a caller cannot do what
 * the extraction error of an encrypted document asks for.
 */
export async function drawnOfJob<T>(result: Promise<T>): Promise<T> {
  try {
    return await drawn(result);
  } catch (error) {
    if (!(error instanceof DomainError && isPasswordMissing(error))) throw error;
    throw new DomainError(
      error.code,
      "There is no picture of the page: the document is encrypted, and passwords are deleted when a document has been read.",
      { cause: error.cause },
    );
  }
}

/** Whether an error says that the document of a drawn page needs a password. */
export function isPasswordMissing(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : undefined;
  return cause instanceof ExtractionError && cause.code === "PASSWORD_REQUIRED";
}

/** Translates extraction errors of rendering and rewriting into domain errors. */
export async function drawn<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (!(cause instanceof ExtractionError)) throw cause;
    throw new DomainError(REFUSALS[cause.code], cause.message, { cause });
  }
}
