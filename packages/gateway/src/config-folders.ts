import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The absolute path of a folder that is there. */
export function folderThere(text: string): string | undefined {
  return kindOf(text) === "folder" ? resolve(text) : undefined;
}

/** The folder itself or the nearest one above it that is there must be a folder. */
export function dataFolder(text: string): string | undefined {
  const path = resolve(text);
  let nearest = path;
  while (!kindOf(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return kindOf(nearest) === "folder" ? path : undefined;
}

function kindOf(path: string): "folder" | "other" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}
