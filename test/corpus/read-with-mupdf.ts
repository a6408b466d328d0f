import type { Outcome } from "./read-corpus.ts";
import { readWithProgram } from "./read-with-program.ts";

/** The output of `mutool draw -F txt`: a separate program, as MuPDF's licence requires. */
export function readWithMupdf(path: string): Promise<Outcome> {
  return readWithProgram("mutool", ["draw", "-q", "-F", "txt", path]);
}
