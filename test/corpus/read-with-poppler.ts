import type { Outcome } from "./read-corpus.ts";
import { readWithProgram } from "./read-with-program.ts";

/** What `pdftotext -layout` makes of a document. */
export function readWithPoppler(path: string): Promise<Outcome> {
  return readWithProgram("pdftotext", ["-layout", path, "-"]);
}
