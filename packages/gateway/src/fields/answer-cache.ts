import type { ModelAnswer } from "@galley/fields";

/** An answer is at most 50 KB. */
const MAX_ANSWERS = 500;

/** Answers are as secret as the documents, which may be deleted meanwhile. */
const MAX_AGE_MS = 60 * 60 * 1000;

/** Answers of models in the memory of this process, so that the same lines are not paid for twice. */
export class AnswerCache {
  /** The one that was not used for longest comes first. */
  readonly #answers = new Map<string, { readonly answer: ModelAnswer; readonly until: number }>();

  get(key: string): ModelAnswer | undefined {
    const known = this.#answers.get(key);
    if (!known) return undefined;
    this.#answers.delete(key);
    if (known.until < performance.now()) return undefined;
    this.#answers.set(key, known);
    return known.answer;
  }

  set(key: string, answer: ModelAnswer): void {
    this.#answers.set(key, { answer, until: performance.now() + MAX_AGE_MS });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}
