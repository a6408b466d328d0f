import module from "node:module";
import { workerData } from "node:worker_threads";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { keepCompiledModules } from "../../code-cache/compile-cache.ts";
import { convertHere } from "../../convert/readable-document.ts";
import { selectNumbers } from "../../document/page-selection.ts";
import type { openDocument, OpenedDocument } from "../../engines/open-document.ts";
import { parseExtractOptions } from "../../options/extract-options.ts";
import type { PageOutcome } from "../../result/extracted-document.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { isOutOfMemory } from "../../failure/out-of-memory.ts";
import { readPage } from "../../reading/read-page.ts";
import { refuseMissingLanguages } from "../../recognition/languages/languages.ts";
import { engineFor, refuseMissingEngines } from "../../recognition/engines/engines.ts";
import { compressedOutcome } from "../../result/storable-outcome.ts";
import { type PackedOutcome, packed } from "./packed-outcome.ts";
import { recogniserOfPool } from "./pool-recogniser.ts";
import { OpenDocuments } from "./open-documents.ts";
import { OtherThreads } from "./other-threads.ts";
import {
  begin,
  LARGEST_CHUNK,
  PAGE_STATE,
  PROGRESS,
  type ConversionTask,
  type ConversionTaskResult,
  type PageTask,
  type PageTaskResult,
  type PageThreadData,
  type StripTask,
  type StripTaskResult,
} from "./page-protocol.ts";
import { warmUpDocument } from "./warm-up-document.ts";

/** Time slices in milliseconds after which a thread answers: short at first, so that other threads can join early. */
const SLICE_MS = { open: 30, read: 200 } as const;

interface EngineModule {
  readonly openDocument: typeof openDocument;
}

const documents = new OpenDocuments<OpenedDocument>();
const { places, pool }: PageThreadData = workerData;
const engine = loadEngine(workerData);
// Each task awaits it, too, and so reports its failure.
const warm = engine.then(warmUp);

/**
 * Entry point of a page thread. Piscina awaits it before the first task, and blocks the thread while there is none: what
 * is not awaited here goes on only with the first task.
 */
export default warm.then(
  () => readPages,
  () => readPages,
);

/** Reads some pages of one document. */
async function readPages(task: PageTask): Promise<unknown> {
  await warm;
  return transferred(await resultOf(task), task.outcomes);
}

/** Resolves when the thread is ready to work. */
export async function beReady(): Promise<undefined> {
  await warm;
}

/** Recognises a part of a page for another thread. */
export async function readStrip({ strip, progress }: StripTask): Promise<StripTaskResult> {
  await warm;
  begin(progress, PAGE_STATE.HELPING);
  const { readAsPage } = await import("../../recognition/recognisers/read-as-page.ts");
  return { read: await readAsPage(strip) };
}

/** Converts a document to PDF. */
export async function convertDocument({ convert, progress }: ConversionTask): Promise<ConversionTaskResult> {
  await warm;
  begin(progress, PAGE_STATE.OPENING);
  try {
    return { converted: { ok: true, ...(await convertHere(convert.bytes, convert)) } };
  } catch (error) {
    const failure = failureToOpen(error);
    if (failure.ok) throw error;
    return { converted: { ok: false, code: failure.code, message: failure.message } };
  }
}

async function loadEngine({ engine: url }: PageThreadData): Promise<EngineModule> {
  keepCompiledModules();
  return url === undefined ? import("../../engines/open-document.ts") : import(url);
}

/** Reads a document at startup, so that the code is loaded and compiled before the first real one. */
async function warmUp({ openDocument: open }: EngineModule): Promise<void> {
  await using document = await open(warmUpDocument(), { password: "" });
  packed(await readPage(document, 1, { options: parseExtractOptions({}), places }));
  module.flushCompileCache?.();
}

async function resultOf(task: PageTask): Promise<PageTaskResult<PageOutcome>> {
  const { progress, options, work } = task;
  try {
    begin(progress, PAGE_STATE.OPENING);
    refuseMissingEngines(options, pool.engines);
    // Other engines may support languages that the built-in one does not.
    if (engineFor(options, pool.engines) === "wasm") await refuseMissingLanguages(options, places);
    const document = await documents.get(task.document, async () =>
      (await engine).openDocument(task.document.bytes, { password: options.password }),
    );
    const { pageCount } = document;
    Atomics.store(progress, PROGRESS.PAGE_COUNT, pageCount);
    const selected = selectNumbers(options.pages, 1, pageCount);
    const numbers = work.kind === "read" ? work.numbers : withoutSkipped(selected, work.skip);
    const freeThreads = new OtherThreads(task, selected.length);
    const outcomes = await outcomesOf(document, numbers, { task, freeThreads });
    const isLast = work.kind === "open" || work.last;
    if (isLast && outcomes.length === numbers.length) await documents.close(task.document);
    return { ok: true, pageCount, outcomes };
  } catch (error) {
    return failureToOpen(error);
  }
}

function failureToOpen(error: unknown): PageTaskResult<PageOutcome> {
  const outOfMemory = isOutOfMemory(error);
  if (error instanceof ExtractionError) {
    return { ok: false, code: error.code, message: error.message, outOfMemory };
  }
  if (outOfMemory) {
    const message = "Opening the document exceeded the memory limit.";
    return { ok: false, code: "RESOURCE_LIMIT", message, outOfMemory };
  }
  const detail = error instanceof Error ? error.message : String(error);
  const message = `The document could not be opened: ${detail}`;
  return { ok: false, code: "DAMAGED_DOCUMENT", message, outOfMemory };
}

function withoutSkipped(numbers: readonly number[], skip: readonly number[]): readonly number[] {
  const skipped = new Set(skip);
  return numbers.filter((number) => !skipped.has(number));
}

async function outcomesOf(
  document: OpenedDocument,
  numbers: readonly number[],
  { task, freeThreads }: { readonly task: PageTask; readonly freeThreads: OtherThreads },
): Promise<readonly PageOutcome[]> {
  const { options, work, progress } = task;
  const reading = {
    options,
    explains: task.outcomes === "explained",
    places,
    freeThreads,
    engines: {
      ...pool.engines,
      ask: recogniserOfPool(task.document.id, "engines"),
      askModels: recogniserOfPool(task.document.id, "models"),
    },
  };
  const end = performance.now() + SLICE_MS[work.kind];
  const outcomes: PageOutcome[] = [];
  for (const number of numbers.slice(0, LARGEST_CHUNK)) {
    Atomics.store(progress, PROGRESS.PAGE, number);
    outcomes.push(await readPage(document, number, reading));
    if (performance.now() > end || Atomics.load(progress, PROGRESS.STOP) !== 0) break;
  }
  return outcomes;
}

/** Lines, words and rules are transferred to the pool, not copied. */
function transferred(result: PageTaskResult<PageOutcome>, form: PageTask["outcomes"]): unknown {
  if (!result.ok) return result;
  const outcomes = result.outcomes.map((outcome) =>
    packed(form === "storable" ? compressedOutcome(outcome) : outcome),
  );
  const buffers = new Set<ArrayBufferLike>();
  for (const outcome of outcomes) {
    if (outcome.ok) buffers.add(outcome.lines.buffer).add(outcome.words.buffer).add(outcome.rules.buffer);
  }
  const answer: PageTaskResult<PackedOutcome> = { ...result, outcomes };
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: answer });
}
