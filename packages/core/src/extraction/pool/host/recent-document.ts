import { stat } from "node:fs/promises";
import { loadDocument, pathOf } from "../../document/document-source.ts";
import type { DocumentConverter } from "../../convert/document-converter.ts";
import { readableDocument } from "../../convert/readable-document.ts";
import type { DocumentSource } from "../../extractor/extractor.ts";
import type { SharedDocument } from "../pages/page-protocol.ts";

/** Time without a request after which the document is released. */
const KEPT_MS = 60_000;

interface Recent {
  readonly key: unknown;
  readonly password: string;
  readonly document: Promise<SharedDocument>;
}

/** Caches the most recently requested document, so that rendering one page after another does not load it each time. */
export class RecentDocument {
  readonly #convert: DocumentConverter;
  #recent: Recent | undefined;
  #nextId = 1;
  #forget: NodeJS.Timeout | undefined;

  constructor(convert: DocumentConverter) {
    this.#convert = convert;
  }

  /** The password is part of the key, so a wrong one is rejected again. Throws as `loadDocument` does. */
  async get(source: DocumentSource, password: string): Promise<SharedDocument> {
    const key = source instanceof Uint8Array ? source : await fingerprintOf(pathOf(source));
    if (this.#recent?.key !== key || this.#recent.password !== password) {
      this.#recent = { key, password, document: this.#load(source, password) };
    }
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => {
      this.#recent = undefined;
    }, KEPT_MS).unref();
    const { document } = this.#recent;
    try {
      return await document;
    } catch (error) {
      if (this.#recent?.document === document) this.#recent = undefined;
      throw error;
    }
  }

  async #load(source: DocumentSource, password: string): Promise<SharedDocument> {
    const { bytes } = await readableDocument(await loadDocument(source), { password }, this.#convert);
    return { id: this.#nextId++, bytes };
  }
}

/** Identifies a file and its version; only the path if the file does not exist. */
async function fingerprintOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return JSON.stringify([path, ino, size, mtimeMs]);
  } catch {
    return path;
  }
}
