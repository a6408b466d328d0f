/** A queue from one producer to one consuming loop, in order. It has no limit: see `DeliveryWindow`. */
export class EventQueue<T> implements AsyncIterable<T> {
  #waiting: T[] = [];
  #end: { readonly error: unknown } | "ended" | undefined;
  #wake: () => void = () => undefined;

  push(event: T): void {
    this.#waiting.push(event);
    this.#wake();
  }

  /** Ends the loop after the queued values. */
  end(): void {
    this.#end ??= "ended";
    this.#wake();
  }

  /** The loop throws `error` at its next step; queued values are dropped. */
  fail(error: unknown): void {
    if (this.#end) return;
    this.#end = { error };
    this.#waiting = [];
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const events = this.#waiting;
      this.#waiting = [];
      for (const event of events) {
        if (typeof this.#end === "object") throw this.#end.error;
        yield event;
      }
      if (this.#waiting.length > 0) continue;
      if (typeof this.#end === "object") throw this.#end.error;
      if (this.#end) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
