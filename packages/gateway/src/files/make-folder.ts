import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isErrno } from "./errno.ts";

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns on file systems that allow no
 * folders, such as /proc.
 *
 * @throws Error of the operating system.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    const above = dirname(folder);
    if (!isErrno(error, "ENOENT") || above === folder) throw error;
    await makeFolder(above, mode);
    await makeOne(folder, mode);
  }
}

/** For an existing folder, some systems return another error than EEXIST. */
async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR") || !(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
