import type { ImageRecogniser, ImageToRecognise } from "../../recognition/recognisers/image-recogniser.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./page-protocol.ts";

/** Answers a page thread with what `recognise` reads; ends that when the thread or its document is gone. */
export async function answerWith(
  recognise: ImageRecogniser,
  {
    image,
    reply,
    ended,
  }: {
    readonly image: ImageToRecognise;
    readonly reply: RecogniserRequest["reply"];
    /** Aborts when the document is no longer wanted. */
    readonly ended: AbortSignal;
  },
): Promise<void> {
  const gone = new AbortController();
  reply.once("close", () => gone.abort());
  const answer = await answerOf(recognise, image, AbortSignal.any([ended, gone.signal]));
  reply.postMessage(answer, []);
}

/** What `recognise` reads, or why it failed. */
export async function answerOf(
  recognise: ImageRecogniser,
  image: ImageToRecognise,
  signal: AbortSignal,
): Promise<RecogniserAnswer> {
  try {
    return { ok: true, words: await recognise(image, signal) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
