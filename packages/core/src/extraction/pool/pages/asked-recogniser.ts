import { MessageChannel, parentPort } from "node:worker_threads";
import type { AskedRecogniser } from "../../recognition/recognisers/image-recogniser.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./page-protocol.ts";

/** Has the pool call the recogniser that it was given, for a page of the document. */
export function recogniserOfPool(documentId: number): AskedRecogniser {
  return (image) =>
    new Promise((resolve, reject) => {
      const { port1: answer, port2: reply } = new MessageChannel();
      answer.once("close", () => reject(new Error("It gave no answer.")));
      answer.once("message", (given: RecogniserAnswer) => {
        if (given.ok) resolve(given.words);
        else reject(new Error(given.message));
        answer.close();
      });
      const request: RecogniserRequest = { documentId, image, reply };
      parentPort?.postMessage(request, [reply]);
    });
}
