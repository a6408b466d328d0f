/** A counting semaphore, first come, first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Waits for a slot, which disposing the result releases. Rejects with the signal's reason. */
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
