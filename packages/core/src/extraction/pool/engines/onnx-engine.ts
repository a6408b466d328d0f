import { resolve } from "node:path";
import { ocrPackage } from "../../engines/ocr-package.ts";
import type { RecognitionEngine } from "../../recognition/engines/engines.ts";
import { Semaphore } from "../../recognition/engines/semaphore.ts";
import { OnnxProcess } from "./onnx-process.ts";

/** Settings of an engine of ONNX models; all optional. */
export interface OnnxOptions {
  /**
   * Folder with a model of text detection, one of recognition and its dictionary; optionally one of directions. By
   * default the models of English that ship.
   */
  readonly models?: string | undefined;
  /** Number of threads of the models; 1 by default. */
  readonly threads?: number | undefined;
  /** Time limit of an image; 60 s by default. */
  readonly timeoutMs?: number | undefined;
  /** Memory limit of the process besides what Node needs; 4096 MB by default. */
  readonly memoryMb?: number | undefined;
}

const TIMEOUT_MS = 60_000;
const MEMORY_MB = 4096;

/**
 * Starts an engine that recognises with ONNX models in PaddleOCR's layout, in a process of its own.
 *
 * @throws Error if a model is missing or damaged.
 */
export async function createOnnxEngine({
  models,
  threads = 1,
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
}: OnnxOptions = {}): Promise<RecognitionEngine & AsyncDisposable> {
  const settings = { folder: resolve(models ?? (await ocrPackage()).modelsPath), threads };
  let process = new OnnxProcess(settings, memoryMb);
  const model = await process.started();
  // One image at a time: its lines are read in batches, on all threads of the models.
  const turns = new Semaphore(1);
  return {
    takes: "prepared",
    async recognise(image, signal) {
      using _ = await turns.take(signal);
      if (process.isOver) {
        process = new OnnxProcess(settings, memoryMb);
        await process.started();
      }
      return { words: await process.read(image, { timeoutMs, signal }), model };
    },
    [Symbol.asyncDispose]: () => {
      process[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}
