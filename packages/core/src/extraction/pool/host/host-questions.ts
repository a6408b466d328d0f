import type { ImageRecogniser, ImageToRecognise } from "../../recognition/recognisers/image-recogniser.ts";
import { answerOf } from "../pages/answer-with.ts";
import type { RecogniserAnswer } from "../pages/page-protocol.ts";

/** What an extraction host asks of its parent: to have pictures read by the recogniser that the parent was given. */
export class HostQuestions {
  readonly #recognise: ImageRecogniser;
  readonly #answer: (id: number, answer: RecogniserAnswer) => void;
  readonly #asked = new Map<number, AbortController>();

  constructor(recognise: ImageRecogniser, answer: (id: number, answer: RecogniserAnswer) => void) {
    this.#recognise = recognise;
    this.#answer = answer;
  }

  async ask(id: number, image: ImageToRecognise): Promise<void> {
    const controller = new AbortController();
    this.#asked.set(id, controller);
    const answer = await answerOf(this.#recognise, image, controller.signal);
    if (this.#asked.delete(id)) this.#answer(id, answer);
  }

  unask(id: number): void {
    this.#asked.get(id)?.abort();
    this.#asked.delete(id);
  }

  /** The host is gone, and nobody waits. */
  unaskAll(): void {
    for (const id of this.#asked.keys()) this.unask(id);
  }
}
