/** Answers that are asked for before they are needed, such as those of the next document of a queue. Each is used once. */
export class Ahead<Value> {
  readonly #answers = new Map<string, Begun<Value>>();

  begin(key: string, load: () => Promise<Value>): void {
    if (this.#answers.has(key)) return;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size < MOST) break;
      this.#answers.delete(oldest);
    }
    const begun: Begun<Value> = { answer: load() };
    this.#answers.set(key, begun);
    begun.answer.then(
      (value) => (begun.ready = { value }),
      // It is asked for again when it is needed, which then shows the error.
      () => this.#answers.delete(key),
    );
  }

  /** The answer if it is there, so that it can be shown at once; it can still be taken. */
  ready(key: string): Value | undefined {
    return this.#answers.get(key)?.ready?.value;
  }

  takeReady(key: string): Value | undefined {
    const value = this.ready(key);
    if (value !== undefined) this.#answers.delete(key);
    return value;
  }

  take(key: string): Promise<Value> | undefined {
    const begun = this.#answers.get(key);
    this.#answers.delete(key);
    return begun?.answer;
  }
}

interface Begun<Value> {
  readonly answer: Promise<Value>;
  ready?: { readonly value: Value };
}

/** One document is ahead; people go back and forth between a few. */
const MOST = 4;
