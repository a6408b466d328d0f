import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, lstat, mkdir, open, opendir, realpath, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConnectorError } from "@galley/core/domain";
import { isErrno } from "../../files/errno.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { nameOf, usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import { jailedFolder } from "./jailed-folder.ts";

/** The name prefix of files that are still being written; they are not listed. */
const UNFINISHED = ".galley-unfinished-";

/** @throws ConnectorError if the folder is not below one of `roots`. */
export async function openLocal(
  { path }: { readonly path: string },
  roots: readonly string[],
): Promise<OpenConnector> {
  const base = await jailedFolder(path, roots);
  return {
    source: {
      ...listingsOf((folder, signal) => entries(base, folder, signal)),
      read: (file, signal) => read(base, file, signal),
    },
    sink: {
      write: async (file, content, signal) => write({ base, file: usablePath(file) }, content, signal),
    },
    trials: {
      list: async (signal) => {
        await entries(base, "", signal).next();
      },
      write: () => translated(() => access(base, constants.W_OK)),
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Links and devices are neither files nor folders here. A folder deleted in the meantime has no entries. */
async function* entries(base: string, folder: string, signal: AbortSignal): AsyncGenerator<FolderEntry> {
  const place = await folderWithin(base, folder);
  for await (const entry of await translated(() => opendir(place))) {
    signal.throwIfAborted();
    const { name } = entry;
    const isFolder = entry.isDirectory();
    if (!isFolder && (!entry.isFile() || name.startsWith(UNFINISHED))) continue;
    const facts = await lstat(join(place, name)).catch(() => undefined);
    // Its files cannot be requested; listing it makes the run report them.
    if (facts === undefined && isMisread(name)) yield { name, kind: "file" };
    if (facts?.isDirectory()) yield { name, kind: "folder" };
    if (facts?.isFile()) yield { name, kind: "file", bytes: facts.size, modifiedAt: facts.mtime };
  }
}

/** A folder below the base; a link out of it is rejected. */
async function folderWithin(base: string, folder: string): Promise<string> {
  const place = folder === "" ? base : join(base, usablePath(folder));
  const real = await translated(() => realpath(place));
  if (real === place) return real;
  throw new ConnectorError("ACCESS_DENIED", "The path leaves the connection's folder.");
}

/** Whether a name may contain bytes that are not UTF-8, which Node.js reads as this character. */
function isMisread(name: string): boolean {
  return name.includes("\uFFFD");
}

async function* read(base: string, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const usable = usablePath(path);
  const place = await folderWithin(base, dirname(usable) === "." ? "" : dirname(usable));
  await using file = await openedToRead(join(place, nameOf(usable)));
  if (!(await file.stat()).isFile()) throw new ConnectorError("ACCESS_DENIED", "The path is not a file.");
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Writes to a temporary name and renames, so readers see the whole file or none. */
async function write(
  { base, file }: { readonly base: string; readonly file: string },
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const folder = await madeFolder(base, dirname(file) === "." ? [] : dirname(file).split("/"));
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    await using handle = await opened(unfinished, flags);
    for await (const chunk of content) {
      signal.throwIfAborted();
      await translated(() => handle.writeFile(chunk));
    }
    await translated(() => handle.sync());
    await translated(() => rename(unfinished, join(folder, nameOf(file))));
  } catch (error) {
    // The reason is the first error, not that of cleaning up after it.
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** Creates or checks each folder of the path separately, so that no link on it is followed. */
async function madeFolder(base: string, parts: readonly string[]): Promise<string> {
  let made = "";
  for (const part of parts) {
    const next = made === "" ? part : `${made}/${part}`;
    await translated(async () => {
      await mkdir(join(base, next)).catch((error: unknown) => {
        if (!isErrno(error, "EEXIST")) throw error;
      });
    });
    await folderWithin(base, next);
    made = next;
  }
  return folderWithin(base, made);
}

async function openedToRead(path: string): Promise<FileHandle> {
  try {
    return await opened(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    if (!isMisread(nameOf(path))) throw cause;
    const message = "The name is not valid UTF-8, so it cannot be read. Rename the file or folder.";
    throw new ConnectorError("NOT_FOUND", message, { cause });
  }
}

function opened(path: string, flags: number): Promise<FileHandle> {
  return translated(() => open(path, flags | constants.O_NOFOLLOW, 0o640));
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isErrno(cause, "ENOENT", "ENOTDIR")) {
      throw new ConnectorError("NOT_FOUND", "File or folder not found.", { cause });
    }
    if (isErrno(cause, "EACCES", "EPERM", "EROFS", "ELOOP")) {
      throw new ConnectorError("ACCESS_DENIED", "The service has no permission to use the file or folder.", {
        cause,
      });
    }
    if (isErrno(cause, "ENOSPC", "EDQUOT")) {
      throw new ConnectorError("FAILED", "The disk is full.", { cause });
    }
    if (isErrno(cause, "EMFILE", "ENFILE", "EIO")) {
      throw new ConnectorError("UNREACHABLE", "The folder cannot be used at the moment.", { cause });
    }
    if (isErrno(cause, "ENAMETOOLONG")) {
      throw new ConnectorError("FAILED", "The path is too long for the file system.", { cause });
    }
    if (isErrno(cause, "EISDIR", "ENOTEMPTY")) {
      throw new ConnectorError("FAILED", "There is a folder with the name of the file.", { cause });
    }
    throw cause;
  }
}
