import type { SharedDocument } from "./page-protocol.ts";

/** Number of documents that a thread keeps open: two, because the pool alternates between documents. */
const KEPT_OPEN = 2;

/** The open documents of a thread; the least recently used one is closed for a new one. */
export class OpenDocuments<D extends AsyncDisposable> {
  /** Least recently used first. */
  readonly #open = new Map<number, D>();

  async get({ id }: SharedDocument, open: () => Promise<D>): Promise<D> {
    const kept = this.#open.get(id);
    this.#open.delete(id);
    if (!kept) await this.#makeRoom();
    const document = kept ?? (await open());
    this.#open.set(id, document);
    return document;
  }

  /** Closes a document of which no more pages are expected, so that its memory is free before the next collection. */
  async close({ id }: SharedDocument): Promise<void> {
    const document = this.#open.get(id);
    this.#open.delete(id);
    await document?.[Symbol.asyncDispose]();
  }

  async #makeRoom(): Promise<void> {
    for (const [id, document] of this.#open) {
      if (this.#open.size < KEPT_OPEN) return;
      this.#open.delete(id);
      await document[Symbol.asyncDispose]();
    }
  }
}
