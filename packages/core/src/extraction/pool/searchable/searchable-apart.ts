import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { threadFile } from "../../engines/thread-file.ts";
import { ExtractionError, type ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { PageOutcome } from "../../result/extracted-document.ts";

export interface SearchableTask {
  readonly path: string;
  readonly pages: readonly PageOutcome[];
}

export type SearchableOutcome =
  | { readonly ok: true; readonly pdf: Uint8Array }
  | { readonly ok: false; readonly code: ExtractionErrorCode; readonly message: string };

/** Limits of a thread. Buffers count only towards the limit of the process. */
const TIMEOUT_MS = 120_000;
const MAX_HEAP_MB = 1024;

/**
 * Like `searchablePdf`, in a thread with limits of time and memory, so that this one stays responsive and a hostile
 * document cannot occupy it.
 *
 * @throws ExtractionError like `searchablePdf`, and `RESOURCE_LIMIT`; the reason of `signal`.
 */
export async function searchablePdfApart(task: SearchableTask, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const thread = new Worker(threadFile("searchable-entry", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const [outcome]: readonly (SearchableOutcome | number)[] = await Promise.race([
      once(thread, "message", { signal: stop }),
      once(thread, "exit", { signal: stop }),
    ]);
    if (typeof outcome !== "object") throw exceeded();
    if (outcome.ok) return outcome.pdf;
    throw new ExtractionError(outcome.code, outcome.message);
  } catch (error) {
    signal.throwIfAborted();
    throw stop.aborted || isOutOfMemory(error) ? exceeded(error) : error;
  } finally {
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function exceeded(cause?: unknown): ExtractionError {
  return new ExtractionError(
    "RESOURCE_LIMIT",
    "The searchable PDF could not be written within the limits of time and memory.",
    { cause },
  );
}
