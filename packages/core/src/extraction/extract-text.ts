import { collectDocument } from "./collect-document.ts";
import { loadDocument } from "./document/document-source.ts";
import { selectNumbers } from "./document/page-selection.ts";
import { openDocument } from "./engines/open-document.ts";
import { parseExtractOptions, type ExtractOptions, type ExtractOptionsInput } from "./extract-options.ts";
import type { ExtractedDocument } from "./extracted-document.ts";
import type { DocumentSource, ExtractCall, ExtractionEvent } from "./extractor.ts";
import { readPage } from "./read-page.ts";
import { refuseMissingLanguages } from "./recognition/languages.ts";
import { PACKAGES_ONLY } from "./recognition/recognition-places.ts";

/** About as many pages are read in the time that threads need to start. */
const NOT_WORTH_THREADS = 100;

/**
 * Reads one document and leaves nothing running. A short one is read in the calling thread, where the time of a page
 * is not limited, a long one on threads of its own. For several documents, or those of strangers, use an extractor.
 *
 * @throws ExtractionError when the options are wrong or the document as a whole cannot be read.
 */
export async function extractText(
  source: DocumentSource,
  options: ExtractOptionsInput = {},
  call: ExtractCall = {},
): Promise<ExtractedDocument> {
  const parsed = parseExtractOptions(options);
  const bytes = await loadDocument(source);
  return collectDocument(readOnce(bytes, parsed, call), parsed, call.onPage);
}

async function* readOnce(
  bytes: Uint8Array,
  options: ExtractOptions,
  { signal }: ExtractCall,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  await refuseMissingLanguages(options, PACKAGES_ONLY);
  await using document = await openDocument(bytes, { password: options.password });
  const { pageCount } = document;
  const pages = selectNumbers(options.pages, 1, pageCount);
  if (pages.length > NOT_WORTH_THREADS) {
    yield* readOnThreads(bytes, options, signal);
    return;
  }
  yield { kind: "opened", pageCount, pages };
  for (const number of pages) {
    signal?.throwIfAborted();
    yield { kind: "page", outcome: await readPage(document, number, { options, places: PACKAGES_ONLY }) };
  }
}

/** Threads are loaded only where they are wanted: a short document is read sooner without them. */
async function* readOnThreads(
  bytes: Uint8Array,
  options: ExtractOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  const { createExtractor } = await import("./create-extractor.ts");
  await using extractor = createExtractor();
  yield* extractor.pages(bytes, options, { signal });
}
