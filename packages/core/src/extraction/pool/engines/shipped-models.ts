import { ocrPackage } from "../../engines/ocr-package.ts";
import { Semaphore } from "../../recognition/engines/semaphore.ts";
import type { ImageRecogniser } from "../../recognition/engines/image-recogniser.ts";
import { OnnxProcess } from "./onnx-process.ts";

const TIMEOUT_MS = 60_000;
const MEMORY_MB = 1024;

/**
 * The models that read columns such as receipts and doubtful lines, in processes that start when they are needed, one for each page thread
 * at most. Not in the page threads: if a thread is terminated while the models run, its whole process aborts.
 */
export class ShippedModels implements Disposable {
  readonly #turns: Semaphore;
  readonly #idle: OnnxProcess[] = [];
  readonly #all = new Set<OnnxProcess>();
  #isDisposed = false;

  constructor(threads: number) {
    this.#turns = new Semaphore(threads);
  }

  readonly recognise: ImageRecogniser = async (image, signal) => {
    using _ = await this.#turns.take(signal);
    const process = this.#idle.pop() ?? (await this.#start());
    try {
      const model = await process.started();
      return { words: await process.read(image, { timeoutMs: TIMEOUT_MS, signal }), model };
    } finally {
      if (process.isOver) this.#all.delete(process);
      else this.#idle.push(process);
    }
  };

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const process of this.#all) process[Symbol.dispose]();
  }

  async #start(): Promise<OnnxProcess> {
    const { modelsPath } = await ocrPackage();
    if (this.#isDisposed) throw new Error("The extractor was disposed.");
    const process = new OnnxProcess({ folder: modelsPath, threads: 1 }, MEMORY_MB);
    this.#all.add(process);
    return process;
  }
}
