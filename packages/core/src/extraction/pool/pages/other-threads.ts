import { MessageChannel, type MessagePort, parentPort } from "node:worker_threads";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type FreeThreads, partsFor, type PictureStrip } from "../../recognition/recognisers/free-threads.ts";
import type { HelpRequest, PageTask } from "./page-protocol.ts";

/** The pool's other threads, as available while this one works on a task. */
export class OtherThreads implements FreeThreads {
  readonly parts: number;
  readonly #task: PageTask;

  constructor(task: PageTask, pageCount: number) {
    this.#task = task;
    this.parts = partsFor(pageCount);
  }

  async read({ image, ...rest }: PictureStrip): Promise<LinesRead | undefined> {
    const { port1: answer, port2: reply } = new MessageChannel();
    const strip = { image: shared(image), ...rest };
    const request: HelpRequest = { documentId: this.#task.document.id, strip, reply };
    parentPort?.postMessage(request, [reply]);
    return answerOn(answer);
  }
}

/** A port that closes without an answer means that no thread was free, or that the thread died. */
function answerOn(port: MessagePort): Promise<LinesRead | undefined> {
  return new Promise((resolve) => {
    port.once("close", () => resolve(undefined));
    port.once("message", (read: LinesRead) => {
      resolve(read);
      port.close();
    });
  });
}

/** A copy in shared memory, so that sending it to two threads does not copy it again. */
function shared(image: GreyImage): GreyImage {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  data.set(image.data);
  return { ...image, data };
}
