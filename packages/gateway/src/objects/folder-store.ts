import { randomUUID } from "node:crypto";
import { access, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DomainError, type ObjectStore } from "@galley/core/domain";
import { makeFolder } from "../files/make-folder.ts";
import { assertWritable, usableFolder, whileUsable } from "../files/usable-folder.ts";
import { assertObjectKey } from "./object-key.ts";

/** What names the folder. */
const VARIABLES = "GALLEY_OBJECTS or GALLEY_DATA_DIR";

/** What a process that was killed left half written is removed by a start after this time. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps objects as files below `root`. A stream is written beside the objects and then renamed, so that no half object
 * stands behind a key, and is forced to the disk before anybody is told that it is there.
 */
export async function createFolderStore(root: string): Promise<ObjectStore> {
  const incoming = join(root, "incoming");
  await usableFolder(incoming, { mode: 0o700, variables: VARIABLES });
  await whileUsable({ folder: incoming, variables: VARIABLES }, () => assertWritable(incoming));
  await removeAbandoned(incoming);

  const fileOf = (key: string): string => {
    assertObjectKey(key);
    return join(root, "kept", ...key.split("/"));
  };

  return {
    async write(key, content) {
      const file = fileOf(key);
      const fresh = join(incoming, randomUUID());
      let place = fresh;
      try {
        await using written = await open(fresh, "wx", 0o600);
        await written.writeFile(content);
        await makeFolder(dirname(file), 0o700);
        await rename(fresh, file);
        place = file;
        // One write of the file system's journal is for both.
        await Promise.all([written.sync(), flushFolder(dirname(file))]);
      } catch (cause) {
        await rm(place, { force: true });
        if (isDiskFull(cause))
          throw new DomainError("UNAVAILABLE", "The service has no room left.", { cause });
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

/** Without it a power cut can take back the rename. */
async function flushFolder(path: string): Promise<void> {
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

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
