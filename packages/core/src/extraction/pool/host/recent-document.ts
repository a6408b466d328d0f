import { loadDocument } from "../../document/document-source.ts";
import { Recent } from "../../document/recent.ts";
import type { ConversionOptions, DocumentConverter } from "../../convert/document-converter.ts";
import { readableDocument } from "../../convert/readable-document.ts";
import type { DocumentSource } from "../../document/document-source.ts";
import type { SharedDocument } from "../pages/page-protocol.ts";

/** Caches the most recently requested document, so that rendering one page after another does not load it each time. */
export class RecentDocument {
  readonly #convert: DocumentConverter;
  readonly #recent = new Recent<SharedDocument>();
  #nextId = 1;

  constructor(convert: DocumentConverter) {
    this.#convert = convert;
  }

  /** Throws as `loadDocument` and the converter do. */
  get(source: DocumentSource, { password, attachments }: ConversionOptions): Promise<SharedDocument> {
    return this.#recent.get(source, JSON.stringify([password, attachments]), async () => {
      const options = { password, attachments };
      const { bytes } = await readableDocument(await loadDocument(source), options, this.#convert);
      return { id: this.#nextId++, bytes };
    });
  }
}
