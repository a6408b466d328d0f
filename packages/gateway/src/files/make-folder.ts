import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isErrno } from "./errno.ts";

/**
 * Makes a folder and those above it. Node's own way never ends where the system takes no folders, as below /proc.
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

/** Some systems refuse to make what is there for other reasons than that it is there. */
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
