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

/** Translates extraction errors of rendering and rewriting into domain errors. */
export async function drawn<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (!(cause instanceof ExtractionError)) throw cause;
    throw new DomainError(REFUSALS[cause.code], cause.message, { cause });
  }
}
