import { execFile } from "node:child_process";
import type { Outcome } from "./read-corpus.ts";

const TIMEOUT_MS = 60_000;
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** What `pdftotext -layout` makes of a document. */
export function readWithPoppler(path: string): Promise<Outcome> {
  const start = performance.now();
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_TEXT_BYTES, killSignal: "SIGKILL" } as const;
    execFile("pdftotext", ["-layout", path, "-"], options, (error, text, complaints) => {
      const seconds = (performance.now() - start) / 1000;
      const message = complaints.trim();
      if (error === null) resolve({ kind: /\S/u.test(text) ? "text" : "empty", message, seconds, text });
      else if (error.killed === true) resolve({ kind: "hang", message, seconds, text: "" });
      else resolve({ kind: typeof error.code === "number" ? "error" : "crash", message, seconds, text: "" });
    });
  });
}
