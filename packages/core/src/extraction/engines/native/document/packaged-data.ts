import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packagedFile } from "../../packaged-file.ts";
import type { MessageHandler } from "../generated/pdfjs-core.mjs";

const pdfjsFolder = dirname(packagedFile("#pdfjs/LICENSE", "pdfjs/LICENSE"));

/** Folders of the packaged data files, by pdf.js option. pdf.js requires the trailing slash. */
export const PACKAGED_DATA = {
  cMapUrl: `${join(pdfjsFolder, "cmaps")}/`,
  standardFontDataUrl: `${join(pdfjsFolder, "standard_fonts")}/`,
  wasmUrl: `${join(pdfjsFolder, "wasm")}/`,
  iccUrl: `${join(pdfjsFolder, "iccs")}/`,
} as const;

const FOLDERS: ReadonlyMap<string, string> = new Map(Object.entries(PACKAGED_DATA));

const files = new Map<string, Promise<Uint8Array>>();

/** Provides pdf.js with the character maps and standard fonts of the packaged pdf.js, each read once. */
export const packagedData: MessageHandler = {
  destroyed: false,
  send: () => undefined,
  async sendWithPromise(_name, { kind, filename }) {
    const folder = FOLDERS.get(kind);
    // File names come from a document's fonts, so only the package's own names may reach the file system.
    if (folder === undefined || !/^[\w-]+(\.\w+)?$/.test(filename))
      throw new Error(`There is no packaged file ${filename}.`);
    const path = folder + filename;
    const known = files.get(path);
    if (known) return known;
    const file = readFile(path).then((bytes) => new Uint8Array(bytes));
    files.set(path, file);
    file.catch(() => files.delete(path));
    return file;
  },
};
