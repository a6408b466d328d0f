/** Lets a fixed number in at a time, in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Waits for a turn, which ends when the answer is disposed. Rejects with the signal's reason. */
  async take(signal: AbortSignal | undefined): Promise<Disposable> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const turn = { [Symbol.dispose]: () => this.#leave() };
    if (signal?.aborted) this.#leave();
    signal?.throwIfAborted();
    return turn;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
