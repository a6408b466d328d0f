import type { Outcome } from "./read-corpus.ts";
import { readWithProgram } from "./read-with-program.ts";

/** The output of `pdftotext -layout`. */
export function readWithPoppler(path: string): Promise<Outcome> {
  return readWithProgram("pdftotext", ["-layout", path, "-"]);
}
