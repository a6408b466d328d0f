import { MessageChannel, parentPort } from "node:worker_threads";
import type { AskedRecogniser } from "../../recognition/engines/image-recogniser.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./page-protocol.ts";

/** A recogniser that forwards images to the pool's engines, or to the models that ship. */
export function recogniserOfPool(documentId: number, of: RecogniserRequest["of"]): AskedRecogniser {
  return (image) =>
    new Promise((resolve, reject) => {
      const { port1: answer, port2: reply } = new MessageChannel();
      answer.once("close", () => reject(new Error("The recogniser returned no result.")));
      answer.once("message", (given: RecogniserAnswer) => {
        if (given.ok) resolve(given.image);
        else reject(new Error(given.message));
        answer.close();
      });
      const request: RecogniserRequest = { documentId, of, image, reply };
      parentPort?.postMessage(request, [reply]);
    });
}
