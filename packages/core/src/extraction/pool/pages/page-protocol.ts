import type { MessagePort } from "node:worker_threads";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { PageOutcome } from "../../result/extracted-document.ts";
import type { ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { PictureStrip } from "../../recognition/recognisers/free-threads.ts";
import type { ImageToRecognise, WordInImage } from "../../recognition/recognisers/image-recogniser.ts";
import type { RecognitionPlaces } from "../../recognition/recognisers/recognition-places.ts";

/** What a page thread is started with. */
export interface PageThreadData {
  /** URL of the module that exports `openDocument`. */
  readonly engine: string;
  readonly places: RecognitionPlaces;
  readonly pool: {
    readonly threads: number;
    /** Whether it was given a recogniser that is to be used instead of the built-in one. */
    readonly recognises: boolean;
  };
}

/** A document in memory that all threads share; `id` tells a thread whether it has it open already. */
export interface SharedDocument {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** What one thread is asked to do with one document. */
export interface PageTask {
  readonly document: SharedDocument;
  readonly options: ExtractOptions;
  readonly work: PageWork;
  /** `PROGRESS_SLOTS` shared numbers, through which the pool sees a thread that does not answer. */
  readonly progress: Int32Array;
}

export type PageWork =
  /** Opens the document and begins with its selected pages, without those in `skip`. */
  | { readonly kind: "open"; readonly skip: readonly number[] }
  | { readonly kind: "read"; readonly numbers: readonly number[] };

/** A thread answers early when its time slice is over: then `outcomes` lacks some of the pages that it was given. */
export type PageTaskResult<Outcome = PageOutcome> =
  | { readonly ok: true; readonly pageCount: number; readonly outcomes: readonly Outcome[] }
  | {
      readonly ok: false;
      readonly code: ExtractionErrorCode;
      readonly message: string;
      /** The memory may have been used up by another document. */
      readonly outOfMemory: boolean;
    };

/** A page thread asks the pool for another one to read a part of its page. */
export interface HelpRequest {
  readonly documentId: number;
  readonly strip: PictureStrip;
  /** Gets what was read; is closed without it where no thread is free. */
  readonly reply: MessagePort;
}

/** A page thread asks the pool to have a picture read by the recogniser that the pool was given. */
export interface RecogniserRequest {
  readonly documentId: number;
  readonly image: ImageToRecognise;
  /** Gets a `RecogniserAnswer`; when it closes, nobody waits for one any more. */
  readonly reply: MessagePort;
}

export type RecogniserAnswer =
  | { readonly ok: true; readonly words: readonly WordInImage[] }
  | { readonly ok: false; readonly message: string };

/** What a thread is asked that is free. */
export interface StripTask {
  readonly strip: PictureStrip;
  /** As in `PageTask`. */
  readonly progress: Int32Array;
}

export interface StripTaskResult {
  readonly read: LinesRead;
}

export const PROGRESS_SLOTS = 3;

/** Indices into `PageTask.progress`. */
export const PROGRESS = {
  /** The page that is being read, or one of `PAGE_STATE`. */
  PAGE: 0,
  /** Pages of the document once it is open, 0 before. */
  PAGE_COUNT: 1,
  /** Set by the pool: the thread answers after the page it is reading. */
  STOP: 2,
} as const;

export const PAGE_STATE = {
  /** The thread has not begun: it may still be starting. */
  WAITING: -1,
  /** The document is being opened. */
  OPENING: 0,
  /** A part of another thread's page is being read. */
  HELPING: -2,
} as const;
