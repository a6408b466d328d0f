import { statSync } from "node:fs";

/** When a file was written, in milliseconds since 1970; 0 if there is none. */
export function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
