import { randomUUID } from "node:crypto";
import { access, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DomainError, type ObjectStore } from "@galley/core/domain";
import { isErrno } from "../files/errno.ts";
import { makeFolder } from "../files/make-folder.ts";
import { assertWritable, usableFolder, whileUsable } from "../files/usable-folder.ts";
import { sharedCalls } from "../shared-calls.ts";
import { assertObjectKey } from "./object-key.ts";

/** The variables that set the folder. */
const VARIABLES = "GALLEY_OBJECTS or GALLEY_DATA_DIR";

/** Unfinished files of a killed process are removed at a start after this time. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Stores objects as files below `root`. A stream is written to a temporary file, flushed to disk and renamed,
 * so a key never has a partial object and a stored object survives a power cut.
 */
export async function createFolderStore(root: string): Promise<ObjectStore> {
  const incoming = join(root, "incoming");
  await usableFolder(incoming, { mode: 0o700, variables: VARIABLES });
  await whileUsable({ folder: incoming, variables: VARIABLES }, () => assertWritable(incoming));
  await removeAbandoned(incoming);

  const flushFolder = sharedCalls(flushed);
  const fileOf = (key: string): string => {
    assertObjectKey(key);
    return join(root, "kept", ...key.split("/"));
  };

  return {
    async write(key, content, readable) {
      const file = fileOf(key);
      const fresh = join(incoming, randomUUID());
      let place = fresh;
      try {
        await using written = await open(fresh, "wx", 0o600);
        await written.writeFile(content);
        await renameInto(fresh, file);
        place = file;
        readable?.();
        // In parallel, so that one write of the file system's journal covers both.
        await Promise.all([written.sync(), flushFolder(dirname(file))]);
      } catch (cause) {
        await rm(place, { force: true });
        if (isErrno(cause, "ENOSPC", "EDQUOT"))
          throw new DomainError("UNAVAILABLE", "The disk of the service is full.", { cause });
        throw cause;
      }
    },

    async openFile(key) {
      const path = fileOf(key);
      await access(path);
      return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
    },

    remove: async (key) => rm(fileOf(key), { force: true }),
  };
}

/** The folder usually exists, so it is made only if it does not. */
async function renameInto(fresh: string, file: string): Promise<void> {
  try {
    await rename(fresh, file);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
    await makeFolder(dirname(file), 0o700);
    await rename(fresh, file);
  }
}

/** Without it, a power cut can undo the renames in the folder. */
async function flushed(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}
