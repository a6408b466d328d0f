import type { ConversionOptions, ConvertedDocument } from "../../convert/document-converter.ts";
import type { MessagePort } from "node:worker_threads";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { ReadCall } from "../../extractor/extractor-over.ts";
import type { StorableOutcome } from "../../result/storable-outcome.ts";
import type { ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { PictureStrip } from "../../recognition/recognisers/free-threads.ts";
import type { EngineSettings } from "../../recognition/engines/engines.ts";
import type { ImageToRecognise, RecognisedImage } from "../../recognition/engines/image-recogniser.ts";
import type { RecognitionPlaces } from "../../recognition/engines/recognition-places.ts";

/** Settings of a page thread. */
export interface PageThreadData {
  /** URL of another module that exports `openDocument`. */
  readonly engine: string | undefined;
  readonly places: RecognitionPlaces;
  readonly pool: {
    readonly threads: number;
    /** Engines of recognition besides the built-in one. */
    readonly engines: EngineSettings;
  };
}

/** A document in shared memory; `id` tells a thread whether it already has it open. */
export interface SharedDocument {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** One task of a thread for one document. */
export interface PageTask {
  readonly document: SharedDocument;
  readonly options: ExtractOptions;
  readonly outcomes: ReadCall["outcomes"];
  readonly work: PageWork;
  /** Shared numbers (`PROGRESS`) by which the pool monitors a thread that has not answered yet. */
  readonly progress: Int32Array;
}

/** Maximum number of pages per task; a thread answers earlier when its time slice is over. */
export const LARGEST_CHUNK = 64;

export type PageWork =
  /** Opens the document and starts with its selected pages, except those in `skip`. */
  | { readonly kind: "open"; readonly skip: readonly number[] }
  | {
      readonly kind: "read";
      readonly numbers: readonly number[];
      /** Whether all other pages have been handed out. */
      readonly last: boolean;
    };

/** The result of a task. If the time slice ended first, `outcomes` lacks some of the task's pages. */
export type PageTaskResult<Outcome = StorableOutcome> =
  | { readonly ok: true; readonly pageCount: number; readonly outcomes: readonly Outcome[] }
  | {
      readonly ok: false;
      readonly code: ExtractionErrorCode;
      readonly message: string;
      /** Another document may have used up the memory. */
      readonly outOfMemory: boolean;
    };

/** A page thread's request for another thread to recognise a part of its page. */
export interface HelpRequest {
  readonly documentId: number;
  readonly strip: PictureStrip;
  /** Receives the result; closed without one if no thread is free. */
  readonly reply: MessagePort;
}

/** A page thread's request for recognition by one of the pool's engines, or by the models that ship. */
export interface RecogniserRequest {
  readonly documentId: number;
  readonly of: "engines" | "models";
  readonly image: ImageToRecognise;
  /** Receives a `RecogniserAnswer`; closed when the result is no longer needed. */
  readonly reply: MessagePort;
}

export type RecogniserAnswer =
  | { readonly ok: true; readonly image: RecognisedImage }
  | { readonly ok: false; readonly message: string };

/** A task for a free thread. */
export interface StripTask {
  readonly strip: PictureStrip;
  /** As in `PageTask`. */
  readonly progress: Int32Array;
}

export interface StripTaskResult {
  readonly read: LinesRead;
}

/** The conversion of a document to PDF. */
export interface ConversionTask {
  readonly convert: ConversionOptions & { readonly bytes: Uint8Array };
  /** As in `PageTask`. */
  readonly progress: Int32Array;
}

export interface ConversionTaskResult {
  readonly converted:
    | ({ readonly ok: true } & ConvertedDocument)
    | { readonly ok: false; readonly code: ExtractionErrorCode; readonly message: string };
}

const PROGRESS_SLOTS = 4;

const NANOSECONDS_PER_MS = 1_000_000n;

/** Indices into `PageTask.progress`. */
export const PROGRESS = {
  /** The current page, or one of `PAGE_STATE`. */
  PAGE: 0,
  /** Page count once the document is open, 0 before. */
  PAGE_COUNT: 1,
  /** Set by the pool to make the thread answer after its current page. */
  STOP: 2,
  /** When the thread began, by `clockMs`. */
  BEGUN_MS: 3,
} as const;

export const PAGE_STATE = {
  /** The task has not started; the thread may still be starting. */
  WAITING: -1,
  /** The document is being opened. */
  OPENING: 0,
  /** The thread is recognising a part of another thread's page. */
  HELPING: -2,
} as const;

export function newProgress(): Int32Array {
  const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_SLOTS * Int32Array.BYTES_PER_ELEMENT));
  progress[PROGRESS.PAGE] = PAGE_STATE.WAITING;
  return progress;
}

/** Called by a thread when it begins a task. */
export function begin(progress: Int32Array, state: number): void {
  Atomics.store(progress, PROGRESS.BEGUN_MS, clockMs());
  Atomics.store(progress, PROGRESS.PAGE, state);
}

/** For how long a thread has worked on a task, in milliseconds; 0 if it has not begun. */
export function workedMs(progress: Int32Array): number {
  if (Atomics.load(progress, PROGRESS.PAGE) === PAGE_STATE.WAITING) return 0;
  // Both numbers wrap around, and so does their difference.
  return (clockMs() - Atomics.load(progress, PROGRESS.BEGUN_MS)) | 0;
}

/** A clock that all threads share, as a 32-bit integer. */
function clockMs(): number {
  return Number(BigInt.asIntN(32, process.hrtime.bigint() / NANOSECONDS_PER_MS));
}
