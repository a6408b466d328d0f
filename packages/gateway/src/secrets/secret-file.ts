import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isErrno } from "../files/errno.ts";
import { whileUsable } from "../files/usable-folder.ts";

/**
 * The folder of the secrets. Its files have modes of their own, and another account may need to pass through
 * it.
 */
export const DATA_FOLDER = { mode: 0o711, variables: "GALLEY_DATA_DIR" } as const;

/** The secret in a file; undefined if there is none. */
export async function storedSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim() || undefined;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Writes the secret atomically to a file that only its owner can read, unless one exists. */
export async function storeSecret(file: string, secret: string): Promise<"kept" | "exists"> {
  const fresh = `${file}.${randomUUID()}`;
  try {
    await whileUsable({ folder: dirname(file), ...DATA_FOLDER }, () =>
      writeFile(fresh, `${secret}\n`, { mode: 0o600, flush: true }),
    );
    await link(fresh, file);
    return "kept";
  } catch (error) {
    if (isErrno(error, "EEXIST")) return "exists";
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}
