import type { ExtractOptions } from "../../../extraction/options/extract-options.ts";
import type { ObjectStore } from "../../ports.ts";
import type { Job } from "../job.ts";
import type { ExtractionEvent, ExtractionRun, TextExtractor } from "./text-extractor.ts";

/**
 * Documents that are read while their jobs are being stored. Nothing that was read is stored before the job, and what no
 * worker of this process takes is dropped.
 */
export interface HeadStarts {
  /** A head start that may begin as soon as the document can be read. */
  prepare(owner: string, options: ExtractOptions): HeadStart;
  /** The job of a head start, as it was stored; undefined if it has none. */
  jobOf(jobId: string): Job | undefined;
  /**
   * What is being read of the document of a job that a worker has taken, until `signal` aborts; undefined if it has no
   * head start.
   */
  take(jobId: string, signal: AbortSignal): Reading | undefined;
}

/** The head start of one document. Disposing it ends the reading, unless the job was stored. */
export interface HeadStart extends Disposable {
  /** Reads the document, unless all readers of this process are busy. */
  readonly begin: (objectKey: string) => void;
  /** Stores the job. What is read is for the worker that takes it; if it cannot be stored, the reading ends. */
  whileStored(jobId: string, store: () => Promise<Job>): Promise<Job>;
}

interface ReadableDocument {
  readonly objectKey: string;
  readonly options: ExtractOptions;
}

/** A document that is being read; leaving the loop ends the reading. */
export type Reading = AsyncGenerator<ExtractionEvent, void, undefined>;

export interface ReadingPorts {
  readonly objects: Pick<ObjectStore, "openFile">;
  readonly extractor: TextExtractor;
}

interface HeadStartPorts extends ReadingPorts {
  readonly freeReaders: () => number;
}

/** How long a stored job may take to be taken by a worker of this process, in milliseconds. */
const KEPT_MS = 2000;

/** Reads the pages of a stored document that are not in `skip`. */
export async function* readDocument(
  { objects, extractor }: ReadingPorts,
  { objectKey, options }: ReadableDocument,
  run: ExtractionRun,
): Reading {
  await using file = await objects.openFile(objectKey);
  yield* extractor.pages(file.path, options, run);
}

export function createHeadStarts(ports: HeadStartPorts): HeadStarts {
  const begun = new Set<BegunReading>();
  const ofJobs = new Map<string, BegunReading>();
  const taken = (jobId: string): BegunReading | undefined => {
    const reading = ofJobs.get(jobId);
    ofJobs.delete(jobId);
    return reading && begun.delete(reading) ? reading : undefined;
  };
  return {
    prepare(owner, options) {
      let reading: BegunReading | undefined;
      return {
        begin(objectKey) {
          if (begun.size >= ports.freeReaders()) return;
          reading = new BegunReading(ports, { objectKey, options }, owner);
          begun.add(reading);
        },
        async whileStored(jobId, store) {
          if (!reading) return store();
          ofJobs.set(jobId, reading);
          try {
            const stored = await store();
            reading.job = stored;
            setTimeout(() => taken(jobId)?.end(), KEPT_MS).unref();
            reading = undefined;
            return stored;
          } finally {
            if (reading) ofJobs.delete(jobId);
          }
        },
        [Symbol.dispose]() {
          if (reading && begun.delete(reading)) reading.end();
        },
      };
    },
    jobOf: (jobId) => ofJobs.get(jobId)?.job,
    take(jobId, signal) {
      const own = taken(jobId);
      // A worker that has taken another document has the place of one that was begun.
      for (const latest of [...begun].toReversed()) {
        if (begun.size <= ports.freeReaders()) break;
        begun.delete(latest);
        latest.end();
      }
      return own?.goOn(signal);
    },
  };
}

/** A reading whose first event is asked for at once. The extractor limits how far it reads ahead. */
class BegunReading {
  /** Undefined until it is stored. */
  job: Job | undefined;
  readonly #stop = new AbortController();
  readonly #events: Reading;
  readonly #first: Promise<IteratorResult<ExtractionEvent, void>>;

  constructor(ports: ReadingPorts, document: ReadableDocument, owner: string) {
    this.#events = readDocument(ports, document, { owner, skip: [], signal: this.#stop.signal });
    this.#first = this.#events.next();
    // A worker that takes it gets the error.
    this.#first.catch(() => undefined);
  }

  async *goOn(signal: AbortSignal): Reading {
    const stop = (): void => this.#stop.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    try {
      const first = await this.#first;
      if (first.done) return;
      yield first.value;
      yield* this.#events;
    } finally {
      signal.removeEventListener("abort", stop);
      await this.#events.return();
    }
  }

  end(): void {
    this.#stop.abort(new Error("The document was not taken."));
    void this.#events.return().catch(() => undefined);
  }
}
