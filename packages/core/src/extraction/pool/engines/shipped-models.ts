import { type ModelSet, modelSetFor } from "../../engines/ocr/model-sets.ts";
import { installedModels, refuseDamaged } from "../../recognition/engines/onnx/installed-models.ts";
import { Semaphore } from "../../recognition/engines/semaphore.ts";
import type { ImageRecogniser } from "../../recognition/engines/image-recogniser.ts";
import { OnnxProcess } from "./onnx-process.ts";

const TIMEOUT_MS = 60_000;
const MEMORY_MB = 1024;

/** A process with the models that it has loaded. */
interface Running {
  readonly set: ModelSet;
  readonly process: OnnxProcess;
}

/**
 * The models that read columns such as receipts, doubtful lines and pages in some scripts, in processes that start when
 * they are needed, one for each page thread at most. Not in the page threads: if a thread is terminated while the models
 * run, its whole process aborts.
 */
export class ShippedModels implements Disposable {
  readonly #threads: number;
  readonly #tessdata: readonly string[];
  readonly #turns: Semaphore;
  #idle: readonly Running[] = [];
  readonly #all = new Set<OnnxProcess>();
  #isDisposed = false;

  /** @param tessdata Folders of language data, beside which models may be. */
  constructor({ threads, tessdata }: { readonly threads: number; readonly tessdata: readonly string[] }) {
    this.#threads = threads;
    this.#tessdata = tessdata;
    this.#turns = new Semaphore(threads);
  }

  readonly recognise: ImageRecogniser = async (image, signal) => {
    const set = modelSetFor(image.lang);
    if (!set) throw new Error(`No models read ${image.lang}.`);
    using _ = await this.#turns.take(signal);
    const process = this.#idleWith(set) ?? (await this.#start(set));
    try {
      const model = await process.started();
      return { words: await process.read(image, { timeoutMs: TIMEOUT_MS, signal }), model };
    } finally {
      if (process.isOver) this.#all.delete(process);
      else this.#idle = [...this.#idle, { set, process }];
    }
  };

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const process of this.#all) process[Symbol.dispose]();
  }

  #idleWith(set: ModelSet): OnnxProcess | undefined {
    const found = this.#idle.findLast((running) => running.set === set);
    this.#idle = this.#idle.filter((running) => running !== found);
    return found?.process;
  }

  async #start(set: ModelSet): Promise<OnnxProcess> {
    const settings = await installedModels(set, this.#tessdata);
    await refuseDamaged(settings);
    if (this.#isDisposed) throw new Error("The extractor was disposed.");
    const [oldest] = this.#idle;
    if (oldest && this.#all.size >= this.#threads) {
      this.#idle = this.#idle.slice(1);
      this.#all.delete(oldest.process);
      oldest.process[Symbol.dispose]();
    }
    const process = new OnnxProcess(settings, MEMORY_MB);
    this.#all.add(process);
    return process;
  }
}
