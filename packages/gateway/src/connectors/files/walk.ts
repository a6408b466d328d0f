import { posix } from "node:path";
import type { FileQuery, SourceFile } from "@galley/core/domain";
import { below, isUsablePath, usableFolder } from "./usable-path.ts";

/** An entry of a folder, as a store lists it. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
  readonly bytes?: number | undefined;
  readonly modifiedAt?: Date | undefined;
}

/** Deeper nesting is a loop, or an attack. */
const MAX_DEPTH = 64;

/**
 * Walks folders one after the other and yields the files that match a query. Entries whose names cannot be
 * part of a path are skipped, because they cannot be requested.
 */
export async function* walk(
  query: FileQuery,
  listFolder: (folder: string) => AsyncIterable<FolderEntry>,
): AsyncGenerator<SourceFile> {
  const roots = query.folders.length === 0 ? [""] : query.folders.map(usableFolder);
  const waiting = roots.map((folder) => ({ folder, depth: 0 }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { folder, depth } = next;
    for await (const { name, kind, bytes, modifiedAt } of listFolder(folder)) {
      const path = below(folder, name);
      if (name.includes("/") || !isUsablePath(path)) continue;
      const isFile = kind === "file";
      if (isFile && isWanted(name, query)) yield { path, name, bytes, modifiedAt };
      if (!isFile && query.recursive && depth < MAX_DEPTH) waiting.push({ folder: path, depth: depth + 1 });
    }
  }
}

/** Whether a name matches any pattern of the query. */
export function isWanted(name: string, { patterns }: Pick<FileQuery, "patterns">): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(name, pattern));
}

/** Case-insensitive: "*.pdf" also matches "SCAN.PDF". */
function matches(name: string, pattern: string): boolean {
  return posix.matchesGlob(name.toLowerCase(), pattern.toLowerCase());
}
