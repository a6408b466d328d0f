import { collectDocument } from "./collect-document.ts";
import { loadDocument } from "./document/document-source.ts";
import { selectNumbers } from "./document/page-selection.ts";
import { openDocument } from "./engines/open-document.ts";
import { parseExtractOptions, type ExtractOptions, type ExtractOptionsInput } from "./extract-options.ts";
import type { ExtractedDocument, PageRead } from "./extracted-document.ts";
import type { DocumentSource, ExtractCall, ExtractionEvent, PagesCall } from "./extractor.ts";
import { readPage } from "./read-page.ts";
import { refuseMissingLanguages } from "./recognition/languages.ts";
import { PACKAGES_ONLY } from "./recognition/recognition-places.ts";

/** About as many pages are read in the time that threads need to start. */
const NOT_WORTH_THREADS = 100;

/**
 * Reads one document and leaves nothing running. A short one is read in the calling thread, where the time of a page
 * is not limited, a long one, or one whose pages are recognised, on threads of its own. For several documents, or those of strangers, use an extractor.
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
  yield { kind: "opened", pageCount, pages };
  const read: number[] = [];
  let isLong = pages.length > NOT_WORTH_THREADS;
  for (const number of pages) {
    if (isLong) {
      yield* readOnThreads(bytes, options, { signal, skip: read });
      return;
    }
    signal?.throwIfAborted();
    const outcome = await readPage(document, number, { options, places: PACKAGES_ONLY });
    yield { kind: "page", outcome };
    read.push(number);
    isLong ||= outcome.ok && isRecognised(outcome);
  }
}

/** Where one page of a document is recognised, most are: each takes as long as a hundred that are not. */
function isRecognised({ textSource }: PageRead): boolean {
  return textSource === "ocr" || textSource === "mixed";
}

/** Threads are loaded only where they are wanted: a short document is read sooner without them. */
async function* readOnThreads(
  bytes: Uint8Array,
  options: ExtractOptions,
  call: PagesCall,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  const { createExtractor } = await import("./create-extractor.ts");
  await using extractor = createExtractor();
  for await (const event of extractor.pages(bytes, options, call)) if (event.kind === "page") yield event;
}
