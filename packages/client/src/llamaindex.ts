import { Document } from "@llamaindex/core/schema";
import type { Document as Source, ExtractOptions, GalleyClient } from "./client.ts";
import { loaded, type LoadOptions } from "./loaded.ts";

/**
 * Reads documents through Galley, one `Document` for each chunk, page or file. The metadata have `source`, `page`, and
 * for chunks `headings` and `places`: pages with boxes in points, for citations.
 */
export class GalleyReader {
  readonly #client: GalleyClient;
  readonly #options: ExtractOptions & LoadOptions;

  constructor(client: GalleyClient, options: ExtractOptions & LoadOptions = {}) {
    this.#client = client;
    this.#options = options;
  }

  async loadData(source: Source): Promise<Document[]> {
    const documents: Document[] = [];
    for await (const { text, metadata } of loaded(this.#client, source, this.#options)) {
      documents.push(new Document({ text, metadata: { ...metadata } }));
    }
    return documents;
  }
}
