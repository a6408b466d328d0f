import { execFile, spawnSync } from "node:child_process";
import type { Outcome } from "./read-corpus.ts";

const TIMEOUT_MS = 60_000;
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** The standard output of a program, as the text of a document. */
export function readWithProgram(program: string, arguments_: readonly string[]): Promise<Outcome> {
  const start = performance.now();
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_TEXT_BYTES, killSignal: "SIGKILL" } as const;
    execFile(program, arguments_, options, (error, text, complaints) => {
      const seconds = (performance.now() - start) / 1000;
      const message = complaints.trim();
      if (error === null) resolve({ kind: /\S/u.test(text) ? "text" : "empty", message, seconds, text });
      else if (error.killed === true) resolve({ kind: "hang", message, seconds, text: "" });
      else resolve({ kind: typeof error.code === "number" ? "error" : "crash", message, seconds, text: "" });
    });
  });
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ["-v"], { stdio: "ignore" }).error === undefined;
}
