import { BaseDocumentLoader } from "@langchain/core/document_loaders/base";
import { Document } from "@langchain/core/documents";
import type { Document as Source, ExtractOptions, GalleyClient } from "./client.ts";
import { loaded, type LoadOptions } from "./loaded.ts";

/**
 * Loads documents through Galley, one `Document` for each chunk, page or file. The metadata have `source`, `page`, and
 * for chunks `headings` and `places`: pages with boxes in points, for citations.
 */
export class GalleyLoader extends BaseDocumentLoader {
  readonly #client: GalleyClient;
  readonly #source: Source;
  readonly #options: ExtractOptions & LoadOptions;

  constructor(client: GalleyClient, source: Source, options: ExtractOptions & LoadOptions = {}) {
    super();
    this.#client = client;
    this.#source = source;
    this.#options = options;
  }

  override async load(): Promise<Document[]> {
    const documents: Document[] = [];
    for await (const { text, metadata } of loaded(this.#client, this.#source, this.#options)) {
      documents.push(new Document({ pageContent: text, metadata }));
    }
    return documents;
  }
}
