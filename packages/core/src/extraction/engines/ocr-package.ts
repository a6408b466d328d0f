import type * as ocr from "@galley/ocr";
import { ExtractionError } from "../failure/extraction-error.ts";

/** The package with the recogniser and the picture decoder, which programs that read native text need not install. */
type OcrPackage = typeof ocr;

/**
 * Loads the package on first use.
 *
 * @throws ExtractionError `MISSING_PACKAGE` with the command that installs it.
 */
export async function ocrPackage(): Promise<OcrPackage> {
  try {
    return await import("@galley/ocr");
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw missingOcrPackage({ cause });
  }
}

/** The one message for all that the package is needed for. */
export function missingOcrPackage(options?: ErrorOptions): ExtractionError {
  const message = "Pictures and scans need the package @galley/ocr. Install it: npm install @galley/ocr";
  return new ExtractionError("MISSING_PACKAGE", message, options);
}

/** Also if something else than Node looks for it. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return (
    code === "ERR_MODULE_NOT_FOUND" ||
    code === "MODULE_NOT_FOUND" ||
    /cannot find (?:module|package)/i.test(error.message)
  );
}
