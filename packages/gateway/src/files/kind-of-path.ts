import { statSync } from "node:fs";

/** Undefined if the path does not exist. */
export function kindOfPath(path: string): "folder" | "other" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}
