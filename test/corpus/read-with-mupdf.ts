import type { Outcome } from "./read-corpus.ts";
import { readWithProgram } from "./read-with-program.ts";

/** What `mutool draw -F txt` makes of a document: a program apart, as MuPDF's licence wants it. */
export function readWithMupdf(path: string): Promise<Outcome> {
  return readWithProgram("mutool", ["draw", "-q", "-F", "txt", path]);
}
