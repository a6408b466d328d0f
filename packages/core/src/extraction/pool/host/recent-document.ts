import { stat } from "node:fs/promises";
import { loadDocument, pathOf } from "../../document/document-source.ts";
import type { DocumentSource } from "../../extractor/extractor.ts";
import type { SharedDocument } from "../pages/page-protocol.ts";

/** A document of which no page was wanted for so long is let go. */
const KEPT_MS = 60_000;

interface Recent {
  readonly key: unknown;
  readonly password: string;
  readonly document: Promise<SharedDocument>;
}

/** The document that was asked for last, so that whoever leafs through it does not load it for every page. */
export class RecentDocument {
  #recent: Recent | undefined;
  #nextId = 1;
  #forget: NodeJS.Timeout | undefined;

  /** Another password makes it another document: it must prove itself anew. Throws as `loadDocument` does. */
  async get(source: DocumentSource, password: string): Promise<SharedDocument> {
    const key = source instanceof Uint8Array ? source : await fingerprintOf(pathOf(source));
    if (this.#recent?.key !== key || this.#recent.password !== password) {
      this.#recent = { key, password, document: this.#load(source) };
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

  async #load(source: DocumentSource): Promise<SharedDocument> {
    return { id: this.#nextId++, bytes: await loadDocument(source) };
  }
}

/** What tells a file from another, and from itself when it was changed; only the path where there is no file. */
async function fingerprintOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return JSON.stringify([path, ino, size, mtimeMs]);
  } catch {
    return path;
  }
}
