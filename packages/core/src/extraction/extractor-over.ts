import { collectDocument } from "./collect-document.ts";
import { parseExtractOptions, type ExtractOptions } from "./extract-options.ts";
import type { DocumentSource, ExtractionEvent, Extractor, PagesCall } from "./extractor.ts";

/** Something that reads a document page by page, with options that are checked already. */
export interface PageSource {
  readonly read: (
    source: DocumentSource,
    options: ExtractOptions,
    call: PagesCall,
  ) => AsyncIterable<ExtractionEvent>;
  readonly dispose: () => Promise<void>;
}

/** An extractor over what reads single pages. */
export function extractorOver({ read, dispose }: PageSource): Extractor {
  return {
    extract: async (source, options = {}, call = {}) => {
      const parsed = parseExtractOptions(options);
      return collectDocument(read(source, parsed, { signal: call.signal }), parsed, call.onPage);
    },
    pages: async function* (source, options = {}, call = {}) {
      yield* read(source, parseExtractOptions(options), call);
    },
    [Symbol.asyncDispose]: dispose,
  };
}
