import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "./errno.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Creates a folder that the operator has configured.
 *
 * @throws Error that names the variables to change.
 */
export async function usableFolder(
  folder: string,
  { mode, variables }: { readonly mode: number; readonly variables: string },
): Promise<void> {
  await whileUsable({ folder, variables }, () => makeFolder(folder, mode));
}

/** Runs work that needs a folder. @throws Error as `usableFolder` if the system denies access. */
export async function whileUsable<T>(
  { folder, variables }: { readonly folder: string; readonly variables: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isErrno(cause)) throw cause;
    throw new Error(
      `The folder ${folder} cannot be used (${cause.code}). Set ${variables} to a writable folder.`,
      { cause },
    );
  }
}

/**
 * Checks that files can be created in a folder, which its mode does not show on a read-only file system.
 *
 * @throws Error of the operating system.
 */
export async function assertWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  // Empty, so that the check passes on a full disk, whose documents can still be read.
  await writeFile(probe, "", { flag: "wx", mode: 0o600 });
  await rm(probe, { force: true });
}
