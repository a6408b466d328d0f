import type { ImageToRecognise, RecognisedImage } from "../../recognition/engines/image-recogniser.ts";
import type { HostAnswer } from "./host-protocol.ts";
import type { RecogniserAnswer } from "../pages/page-protocol.ts";

/** Calls the engines of recognition in the parent process. */
export class ParentRecogniser {
  readonly #send: (message: HostAnswer) => Promise<void>;
  readonly #waiting = new Map<number, (answer: RecogniserAnswer) => void>();
  #nextId = 1;

  constructor(send: (message: HostAnswer) => Promise<void>) {
    this.#send = send;
  }

  readonly recognise = async (image: ImageToRecognise, signal: AbortSignal): Promise<RecognisedImage> => {
    signal.throwIfAborted();
    const id = this.#nextId++;
    const cancel = (): void => {
      void this.#send({ kind: "cancel", id });
      this.answered(id, { ok: false, message: "The recognition was cancelled." });
    };
    signal.addEventListener("abort", cancel);
    try {
      const answer = await new Promise<RecogniserAnswer>((resolve) => {
        this.#waiting.set(id, resolve);
        void this.#send({ kind: "recognise", id, image });
      });
      if (!answer.ok) throw new Error(answer.message);
      return answer.image;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };

  /** Handles the parent's answer. */
  answered(id: number, answer: RecogniserAnswer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
