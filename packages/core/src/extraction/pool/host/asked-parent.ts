import type { ImageRecogniser } from "../../recognition/recognisers/image-recogniser.ts";
import type { HostAnswer } from "./host-protocol.ts";
import type { RecogniserAnswer } from "../pages/page-protocol.ts";

/** The recogniser of the process that started this one. */
export class AskedParent {
  readonly #send: (message: HostAnswer) => Promise<void>;
  readonly #waiting = new Map<number, (answer: RecogniserAnswer) => void>();
  #nextId = 1;

  constructor(send: (message: HostAnswer) => Promise<void>) {
    this.#send = send;
  }

  readonly recognise: ImageRecogniser = async (image, signal) => {
    signal.throwIfAborted();
    const id = this.#nextId++;
    const unask = (): void => {
      void this.#send({ kind: "unask", id });
      this.answered(id, { ok: false, message: "It is no longer wanted." });
    };
    signal.addEventListener("abort", unask);
    try {
      const answer = await new Promise<RecogniserAnswer>((resolve) => {
        this.#waiting.set(id, resolve);
        void this.#send({ kind: "recognise", id, image });
      });
      if (!answer.ok) throw new Error(answer.message);
      return answer.words;
    } finally {
      signal.removeEventListener("abort", unask);
    }
  };

  /** Takes the parent's answer. */
  answered(id: number, answer: RecogniserAnswer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
