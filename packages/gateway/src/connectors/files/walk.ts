import { posix } from "node:path";
import type { FileQuery, FileStore, SourceFile, StoreEntry } from "@galley/core/domain";
import { below, isUsablePath, nameOf, usableFolder } from "./usable-path.ts";

/** An entry of a folder, as a store lists it. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
  readonly bytes?: number | undefined;
  readonly modifiedAt?: Date | undefined;
}

/** Deeper nesting is a loop, or an attack. */
const MAX_DEPTH = 64;

/** The listings of a store that lists one folder at a time. */
export function listingsOf(
  listFolder: (folder: string, signal: AbortSignal) => AsyncIterable<FolderEntry>,
): Pick<FileStore, "list" | "browse"> {
  return {
    list: (query, signal) => walk(query, (folder) => listFolder(folder, signal)),
    async *browse(given, signal) {
      const folder = usableFolder(given);
      for await (const { bytes, modifiedAt, ...entry } of listFolder(folder, signal)) {
        const path = below(folder, entry.name);
        if (!entry.name.includes("/") && isUsablePath(path)) yield { ...entry, path, bytes, modifiedAt };
      }
    },
  };
}

/**
 * Walks folders one after the other and yields the files that match a query. Entries whose names cannot be
 * part of a path are skipped, because they cannot be requested.
 */
async function* walk(
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

/** A folder of a store whose paths are prefixes of names; undefined if its path cannot be requested. */
export function folderAt(prefix: string): StoreEntry | undefined {
  const path = prefix.replace(/\/$/, "");
  if (!isUsablePath(path)) return undefined;
  return { kind: "folder", path, name: nameOf(path), bytes: undefined, modifiedAt: undefined };
}

/** Whether a name matches any pattern of the query. */
export function isWanted(name: string, { patterns }: Pick<FileQuery, "patterns">): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(name, pattern));
}

/** Case-insensitive: "*.pdf" also matches "SCAN.PDF". */
function matches(name: string, pattern: string): boolean {
  return posix.matchesGlob(name.toLowerCase(), pattern.toLowerCase());
}
