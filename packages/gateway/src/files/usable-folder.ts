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
  try {
    await makeFolder(folder, mode);
  } catch (cause) {
    if (!isErrno(cause)) throw cause;
    throw new Error(
      `The folder ${folder} cannot be used (${cause.code}). Set ${variables} to one that can be written.`,
      { cause },
    );
  }
}
