import { ConnectorError, type Connection, type FileSource, type SourceFile } from "@galley/core/domain";
import { ExtractionError, ZipArchive } from "@galley/core";
import { isUsablePath } from "./usable-path.ts";
import { isWanted } from "./walk.ts";

/** Separates the path of a ZIP file from the name of a file in it. */
const INSIDE = "!/";

/** Larger ZIP files, and those with more files, are read as one document. */
const MAX_BYTES = 100 * 2 ** 20;
const MAX_FILES = 1000;

/** A connection whose store can list the files of ZIP files. */
export function withArchiveFiles(connection: Connection): Connection {
  const { source } = connection;
  return source ? { ...connection, source: { ...source, ...withArchives(source) } } : connection;
}

/** A source whose queries may ask for the files of ZIP files, whose paths are like `scans.zip!/may.pdf`. */
function withArchives(source: FileSource): FileSource {
  return {
    async *list(query, signal) {
      if (query.archives !== "files") {
        yield* source.list(query, signal);
        return;
      }
      const patterns = query.patterns.length === 0 ? [] : [...query.patterns, "*.zip"];
      for await (const file of source.list({ ...query, patterns }, signal)) {
        const inside = isArchive(file.name) ? await filesOf(source, file, signal) : undefined;
        if (inside) yield* inside.filter(({ name }) => isWanted(name, query));
        else if (isWanted(file.name, query)) yield file;
      }
    },
    async *read(path, signal) {
      const end = path.toLowerCase().indexOf(`.zip${INSIDE}`) + ".zip".length;
      if (end < ".zip".length) {
        yield* source.read(path, signal);
        return;
      }
      const content = await oneAtATime(async () => {
        const archive = await archiveOf(source, path.slice(0, end), signal);
        return archive?.read(path.slice(end + INSIDE.length));
      });
      if (!content)
        throw new ConnectorError(
          "NOT_FOUND",
          `The ZIP file no longer contains ${path.slice(end + INSIDE.length)}.`,
        );
      yield content;
    },
  };
}

function isArchive(name: string): boolean {
  return name.toLowerCase().endsWith(".zip");
}

/** Undefined if the file is read as one document. */
async function filesOf(
  source: FileSource,
  { path, bytes, modifiedAt }: SourceFile,
  signal: AbortSignal,
): Promise<readonly SourceFile[] | undefined> {
  if ((bytes ?? 0) > MAX_BYTES) return undefined;
  const archive = await oneAtATime(() => archiveOf(source, path, signal));
  if (!archive || archive.names.length > MAX_FILES) return undefined;
  return archive.names.filter(isUsable).map((name) => ({
    path: `${path}${INSIDE}${name}`,
    name: name.slice(name.lastIndexOf("/") + 1),
    bytes: archive.sizeOf(name),
    modifiedAt,
  }));
}

/** Paths at the destination follow these names. */
function isUsable(name: string): boolean {
  return isUsablePath(name) && !name.includes("\\") && !name.startsWith("__MACOSX/");
}

/** Undefined if it is too large or no readable ZIP file. */
async function archiveOf(
  source: FileSource,
  path: string,
  signal: AbortSignal,
): Promise<ZipArchive | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.read(path, signal)) {
    length += chunk.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return new ZipArchive(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof ExtractionError) return undefined;
    throw error;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** ZIP files are in memory while they are read, so there is one at a time. */
async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const own = last.then(work, work);
  last = own.catch(() => undefined);
  return own;
}
