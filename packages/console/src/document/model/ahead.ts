/** Answers that are asked for before they are needed, such as those of the next document of a queue. Each is used once. */
export class Ahead<Value> {
  readonly #answers = new Map<string, Promise<Value>>();

  begin(key: string, load: () => Promise<Value>): void {
    if (this.#answers.has(key)) return;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size < MOST) break;
      this.#answers.delete(oldest);
    }
    const answer = load();
    // It is asked for again when it is needed, which then shows the error.
    answer.catch(() => this.#answers.delete(key));
    this.#answers.set(key, answer);
  }

  take(key: string): Promise<Value> | undefined {
    const answer = this.#answers.get(key);
    this.#answers.delete(key);
    return answer;
  }
}

/** One document is ahead; people go back and forth between a few. */
const MOST = 4;
