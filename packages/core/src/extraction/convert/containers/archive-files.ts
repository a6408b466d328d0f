import type { ZipArchive } from "../archive/zip.ts";
import type { ContainedFile } from "../model/flow-document.ts";

/** Files that programs add for themselves. */
const NOT_CONTENT = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** The files of a ZIP file that is no document itself. */
export function archiveFiles(archive: ZipArchive): readonly ContainedFile[] {
  return archive.names
    .filter((name) => !NOT_CONTENT.test(name))
    .map((name) => ({ name, bytes: () => archive.read(name) ?? new Uint8Array(0) }));
}
