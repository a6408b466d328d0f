import type { ImageRecogniser, ImageToRecognise } from "../../recognition/engines/image-recogniser.ts";
import { answerOf } from "../pages/answer-with.ts";
import type { RecogniserAnswer } from "../pages/page-protocol.ts";

/** The work of the engines of recognition for an extraction host. */
export class HostRecognitions {
  readonly #recognise: ImageRecogniser;
  readonly #answer: (id: number, answer: RecogniserAnswer) => void;
  readonly #running = new Map<number, AbortController>();

  constructor(recognise: ImageRecogniser, answer: (id: number, answer: RecogniserAnswer) => void) {
    this.#recognise = recognise;
    this.#answer = answer;
  }

  async ask(id: number, image: ImageToRecognise): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const answer = await answerOf(this.#recognise, image, controller.signal);
    if (this.#running.delete(id)) this.#answer(id, answer);
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  /** Called when the host has ended. */
  cancelAll(): void {
    for (const id of this.#running.keys()) this.cancel(id);
  }
}
