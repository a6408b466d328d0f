import { extractText } from "./extract-text.ts";
import { warmUpDocument } from "./pool/pages/warm-up-document.ts";

/** Reads a small document, so that the functions which most documents need are compiled. */
export async function readSamples(): Promise<void> {
  await extractText(warmUpDocument());
}
