import { readWithEachPassword } from "./extractor/each-password.ts";
import { collectDocument } from "./extractor/collect-document.ts";
import {
  convertHere,
  fromOrigin,
  readableDocument,
  type ReadableDocument,
} from "./convert/readable-document.ts";
import { loadDocument } from "./document/document-source.ts";
import { selectNumbers } from "./document/page-selection.ts";
import { openDocument } from "./engines/open-document.ts";
import {
  parseExtractOptions,
  type ExtractOptions,
  type ExtractOptionsInput,
} from "./options/extract-options.ts";
import type { ExtractedDocument, PageRead } from "./result/extracted-document.ts";
import type { ExtractCall, ExtractionEvent, PagesCall } from "./extractor/extractor.ts";
import type { DocumentSource } from "./document/document-source.ts";
import { readPage } from "./reading/read-page.ts";
import { noFreeThreads } from "./recognition/recognisers/free-threads.ts";
import { refuseMissingLanguages } from "./recognition/languages/languages.ts";
import { type CustomEngines, enginesIn } from "./recognition/recognisers/custom-engines.ts";
import {
  foldersIn,
  type GivenFolders,
  type RecognitionPlaces,
} from "./recognition/engines/recognition-places.ts";
import { askedEngines, engineFor, refuseMissingEngines } from "./recognition/engines/engines.ts";

/** Up to about this many pages, starting threads takes longer than reading the pages. */
const MAX_PAGES_WITHOUT_THREADS = 100;

/** Settings of one call. */
export interface ExtractTextCall extends ExtractCall, CustomEngines {
  /** One or more folders of `.traineddata` files, in addition to the language packages that are installed. */
  readonly tessdata?: GivenFolders | undefined;
}

/** See `extract-text-later.ts`. */
export async function extractText(
  source: DocumentSource,
  options: ExtractOptionsInput = {},
  call: ExtractTextCall = {},
): Promise<ExtractedDocument> {
  const parsed = parseExtractOptions(options);
  const bytes = await loadDocument(source);
  const { onPage, ...reading } = call;
  const events = readWithEachPassword(parsed, (own) => readBytes(bytes, own, reading));
  return collectDocument(events, parsed, onPage);
}

async function* readBytes(
  bytes: Uint8Array,
  options: ExtractOptions,
  call: Omit<ExtractTextCall, "onPage">,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  yield* readOnce(await readableDocument(bytes, options, convertHere), options, call);
}

async function* readOnce(
  { bytes, notes, origins }: ReadableDocument,
  options: ExtractOptions,
  call: Omit<ExtractTextCall, "onPage">,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  const { signal, tessdata: folders = [], ...custom } = call;
  const tessdata = foldersIn(folders);
  const places = { tessdata };
  const engines = askedEngines(enginesIn(custom), signal ?? new AbortController().signal);
  refuseMissingEngines(options, engines);
  // Other engines may support languages that the built-in one does not.
  if (engineFor(options, engines) === "wasm") await refuseMissingLanguages(options, places);
  await using document = await openDocument(bytes, { password: options.password });
  const { pageCount } = document;
  const pages = selectNumbers(options.pages, 1, pageCount);
  yield { kind: "opened", pageCount, pages, ...(notes.length > 0 && { notes }) };
  const read: number[] = [];
  const freeThreads = noFreeThreads(pages.length);
  let isLong = pages.length > MAX_PAGES_WITHOUT_THREADS;
  for (const number of pages) {
    if (isLong) {
      yield* readOnThreads(bytes, options, { tessdata, ...custom, call: { signal, skip: read } });
      return;
    }
    signal?.throwIfAborted();
    const outcome = await readPage(document, number, { options, places, engines, freeThreads });
    yield { kind: "page", outcome: fromOrigin(outcome, { origins }) };
    read.push(number);
    isLong ||= outcome.ok && isRecognised(outcome);
  }
}

/** If one page needs recognition, most do, and each takes as long as a hundred that do not. */
function isRecognised({ textSource }: PageRead): boolean {
  return textSource === "ocr" || textSource === "mixed";
}

/** Imports the thread pool lazily, because short documents finish sooner without it. */
async function* readOnThreads(
  bytes: Uint8Array,
  options: ExtractOptions,
  { call, ...settings }: RecognitionPlaces & CustomEngines & { readonly call: PagesCall },
): AsyncGenerator<ExtractionEvent, void, undefined> {
  const { createExtractor } = await import("./create-extractor.ts");
  await using extractor = createExtractor(settings);
  for await (const event of extractor.pages(bytes, options, call)) if (event.kind === "page") yield event;
}
