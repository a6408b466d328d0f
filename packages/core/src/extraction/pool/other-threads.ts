import { MessageChannel, type MessagePort, parentPort } from "node:worker_threads";
import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import type { FreeThreads, PictureStrip } from "../recognition/free-threads.ts";
import type { HelpRequest, PageTask, PageThreadData } from "./page-protocol.ts";

/** The threads of the pool besides this one, as they are while it works on a task. */
export class OtherThreads implements FreeThreads {
  readonly #pool: PageThreadData["pool"];
  readonly #task: PageTask;

  constructor(pool: PageThreadData["pool"], task: PageTask) {
    this.#pool = pool;
    this.#task = task;
  }

  get count(): number {
    return Math.max(0, this.#pool.threads - Atomics.load(this.#pool.busy, 0));
  }

  async read({ image, ...rest }: PictureStrip): Promise<readonly RecognisedWord[] | undefined> {
    const { port1: answer, port2: reply } = new MessageChannel();
    const strip = { image: shared(image), ...rest };
    const request: HelpRequest = { documentId: this.#task.document.id, strip, reply };
    parentPort?.postMessage(request, [reply]);
    return answerOn(answer);
  }
}

/** A port that closes without an answer says that nobody had the time, or did not live to answer. */
function answerOn(port: MessagePort): Promise<readonly RecognisedWord[] | undefined> {
  return new Promise((resolve) => {
    port.once("close", () => resolve(undefined));
    port.once("message", (words: readonly RecognisedWord[]) => {
      resolve(words);
      port.close();
    });
  });
}

/** A copy that crosses to two threads without being copied again. */
function shared(image: GreyImage): GreyImage {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  data.set(image.data);
  return { ...image, data };
}
