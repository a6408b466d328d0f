import type { ZipArchive } from "../../archive/zip.ts";
import { heading, paragraph, run, textSection, type FlowDocument } from "../../model/flow-document.ts";

/** Files that programs add for themselves. */
const NOT_CONTENT = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** A ZIP file that is no document itself: a list of its files. */
export function readFileList(archive: ZipArchive): FlowDocument {
  const names = archive.names.filter((name) => !NOT_CONTENT.test(name));
  const lines = names.map((name) => paragraph([run(`${name} (${sizeText(archive.sizeOf(name))})`)]));
  return {
    title: "",
    sections: [textSection([heading(1, "Files in this archive"), ...lines])],
    notes: [],
    files: names.map((name) => ({ name, bytes: () => archive.read(name) ?? new Uint8Array(0) })),
  };
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 2 ** 20 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
