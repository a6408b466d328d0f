/** The folders of a store that knows them by ids, so that a path is followed name by name. */
export interface FoldersById {
  /** The id of the root. */
  readonly root: string;
  /** Undefined if the folder has none of that name. */
  find(parent: string, name: string, signal: AbortSignal): Promise<string | undefined>;
  make(parent: string, name: string, signal: AbortSignal): Promise<string>;
}

/** The id of a folder; "" is the root. Undefined if it does not exist. */
export async function folderAt(
  folders: FoldersById,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let folder: string | undefined = folders.root;
  for (const name of path.split("/").filter(Boolean)) {
    if (folder === undefined) return undefined;
    folder = await folders.find(folder, name, signal);
  }
  return folder;
}

/** The id of a folder, which is made if it does not exist. */
export async function madeFolder(folders: FoldersById, path: string, signal: AbortSignal): Promise<string> {
  let parent = folders.root;
  for (const name of path.split("/").filter(Boolean)) {
    parent = (await folders.find(parent, name, signal)) ?? (await folders.make(parent, name, signal));
  }
  return parent;
}

/** The folder and the name of a file's path. */
export function partsOf(path: string): { readonly folder: string; readonly name: string } {
  const end = path.lastIndexOf("/");
  return { folder: path.slice(0, Math.max(end, 0)), name: path.slice(end + 1) };
}
