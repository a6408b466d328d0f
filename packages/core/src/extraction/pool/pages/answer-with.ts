import {
  asRecognisedImage,
  type ImageRecogniser,
  type ImageToRecognise,
} from "../../recognition/engines/image-recogniser.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./page-protocol.ts";

/** Answers a page thread with the result of `recognise`, which is aborted if the thread or its document ends. */
export async function answerWith(
  recognise: ImageRecogniser,
  {
    image,
    reply,
    ended,
  }: {
    readonly image: ImageToRecognise;
    readonly reply: RecogniserRequest["reply"];
    /** Aborts when the document's extraction ends. */
    readonly ended: AbortSignal;
  },
): Promise<void> {
  const closed = new AbortController();
  reply.once("close", () => closed.abort());
  const answer = await answerOf(recognise, image, AbortSignal.any([ended, closed.signal]));
  reply.postMessage(answer, []);
}

/** The result of `recognise`, or its error. */
export async function answerOf(
  recognise: ImageRecogniser,
  image: ImageToRecognise,
  signal: AbortSignal,
): Promise<RecogniserAnswer> {
  try {
    return { ok: true, image: asRecognisedImage(await recognise(image, signal)) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
