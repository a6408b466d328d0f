import { statSync } from "node:fs";

/** Undefined where there is nothing. */
export function kindOfPath(path: string): "folder" | "other" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}
