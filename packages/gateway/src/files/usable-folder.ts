import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "./errno.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Makes a folder that an operator named.
 *
 * @throws Error that tells the operator which variables name it.
 */
export async function usableFolder(
  folder: string,
  { mode, variables }: { readonly mode: number; readonly variables: string },
): Promise<void> {
  await whileUsable({ folder, variables }, () => makeFolder(folder, mode));
}

/** Does what needs a folder. @throws Error as `usableFolder`, where the system refuses it. */
export async function whileUsable<T>(
  { folder, variables }: { readonly folder: string; readonly variables: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isErrno(cause)) throw cause;
    throw new Error(
      `The folder ${folder} cannot be used (${cause.code}). Set ${variables} to one that can be written.`,
      { cause },
    );
  }
}

/**
 * Proves that files can be made in a folder, which its mode does not say of a file system that is read-only.
 *
 * @throws Error of the operating system.
 */
export async function assertWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  // Empty, since a disk that is full still holds what was kept.
  await writeFile(probe, "", { flag: "wx", mode: 0o600 });
  await rm(probe, { force: true });
}
