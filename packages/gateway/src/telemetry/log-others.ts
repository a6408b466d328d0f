import { format } from "node:util";
import type { Log } from "./log.ts";

/** What libraries write is not known to be free of what a log may not hold. */
const MAX_LENGTH = 300;

/** Makes log lines of Node's warnings, and of what libraries write to the console. */
export function logWhatOthersWrite(log: Log): void {
  // Node's own listener writes plain text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "a warning of the runtime"));
  const written = (...parts: readonly unknown[]): void =>
    log.warn({ text: format(...parts).slice(0, MAX_LENGTH) }, "a library wrote to the console");
  Object.assign(console, { error: written, warn: written, info: written, log: written, debug: written });
}
