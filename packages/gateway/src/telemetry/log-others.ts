import { format } from "node:util";
import type { Log } from "./log.ts";

/** Library output may contain what must not be logged, so it is truncated. */
const MAX_LENGTH = 300;

/** Logs Node's warnings and what libraries write to the console. */
export function logWhatOthersWrite(log: Log): void {
  // Node's own listener writes plain text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "Node.js warning"));
  const written = (...parts: readonly unknown[]): void =>
    log.warn({ text: format(...parts).slice(0, MAX_LENGTH) }, "library wrote to the console");
  Object.assign(console, { error: written, warn: written, info: written, log: written, debug: written });
}
