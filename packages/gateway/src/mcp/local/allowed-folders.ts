import { realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { DomainError } from "@galley/core/domain";
import { isErrno } from "../../files/errno.ts";

/**
 * The path of a file within one of `folders`, with every link resolved. What is outside is answered like what is not
 * there, so that a caller learns nothing of it.
 *
 * @param folders real paths; relative paths are looked up in the first.
 * @throws DomainError `NOT_FOUND` of the field `path`.
 */
export async function allowedFile(folders: readonly string[], path: string): Promise<string> {
  const real = await realPathOf(resolve(folders[0] ?? "/", path));
  if (real !== undefined && folders.some((folder) => isWithin(folder, real))) return real;
  throw new DomainError("NOT_FOUND", `path: there is no such file in ${folders.join(" or ")}`, {
    field: "path",
  });
}

async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isErrno(error) || isBadPath(error)) return undefined;
    throw error;
  }
}

/** A path with a zero byte. */
function isBadPath(error: unknown): boolean {
  return error instanceof TypeError;
}

function isWithin(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
