import { collectDocument } from "./extractor/collect-document.ts";
import { loadDocument } from "./document/document-source.ts";
import { selectNumbers } from "./document/page-selection.ts";
import { openDocument } from "./engines/open-document.ts";
import {
  parseExtractOptions,
  type ExtractOptions,
  type ExtractOptionsInput,
} from "./options/extract-options.ts";
import type { ExtractedDocument, PageRead } from "./result/extracted-document.ts";
import type { DocumentSource, ExtractCall, ExtractionEvent, PagesCall } from "./extractor/extractor.ts";
import { readPage } from "./reading/read-page.ts";
import { refuseMissingLanguages } from "./recognition/languages/languages.ts";
import type { AskedRecogniser, ImageRecogniser } from "./recognition/recognisers/image-recogniser.ts";

/** About as many pages are read in the time that threads need to start. */
const NOT_WORTH_THREADS = 100;

/** How one document is read. */
export interface ExtractTextCall extends ExtractCall {
  /** A folder of language data for the recogniser, besides what is installed as packages. */
  readonly tessdata?: string | undefined;
  /** Used instead of the built-in recogniser, which takes its place where it fails. */
  readonly recognise?: ImageRecogniser | undefined;
}

/**
 * Reads one document and leaves nothing running. A short one is read in the calling thread, where the time of a page
 * is not limited, a long one, or one whose pages are recognised, on threads of its own. For several documents, or those of strangers, use an extractor.
 *
 * @throws ExtractionError when the options are wrong or the document as a whole cannot be read.
 */
export async function extractText(
  source: DocumentSource,
  options: ExtractOptionsInput = {},
  call: ExtractTextCall = {},
): Promise<ExtractedDocument> {
  const parsed = parseExtractOptions(options);
  const bytes = await loadDocument(source);
  return collectDocument(readOnce(bytes, parsed, call), parsed, call.onPage);
}

async function* readOnce(
  bytes: Uint8Array,
  options: ExtractOptions,
  { signal, tessdata = "", recognise }: ExtractTextCall,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  const places = { tessdata };
  const asked: AskedRecogniser | undefined =
    recognise && ((image) => recognise(image, signal ?? new AbortController().signal));
  // Another recogniser may know languages that the built-in one does not.
  if (!recognise) await refuseMissingLanguages(options, places);
  await using document = await openDocument(bytes, { password: options.password });
  const { pageCount } = document;
  const pages = selectNumbers(options.pages, 1, pageCount);
  yield { kind: "opened", pageCount, pages };
  const read: number[] = [];
  let isLong = pages.length > NOT_WORTH_THREADS;
  for (const number of pages) {
    if (isLong) {
      yield* readOnThreads(bytes, options, { tessdata, recognise, call: { signal, skip: read } });
      return;
    }
    signal?.throwIfAborted();
    const outcome = await readPage(document, number, { options, places, recognise: asked });
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
  { call, ...settings }: Pick<ExtractTextCall, "tessdata" | "recognise"> & { readonly call: PagesCall },
): AsyncGenerator<ExtractionEvent, void, undefined> {
  const { createExtractor } = await import("./create-extractor.ts");
  await using extractor = createExtractor(settings);
  for await (const event of extractor.pages(bytes, options, call)) if (event.kind === "page") yield event;
}
