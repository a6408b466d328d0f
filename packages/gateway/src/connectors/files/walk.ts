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

/** Folders within folders beyond this are a loop, or meant to be one. */
const MAX_DEPTH = 64;

/**
 * Goes through folders, one after the other, and yields the files that a query asks for. Entries whose names cannot
 * be part of a path are left out: nobody could ask for them.
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

/** Letter case does not count: "*.pdf" also means "SCAN.PDF". */
function matches(name: string, pattern: string): boolean {
  return posix.matchesGlob(name.toLowerCase(), pattern.toLowerCase());
}
