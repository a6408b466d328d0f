/** How long a service is skipped that could not be reached, so that not every page or document waits for it. */
const REST_MS = 30_000;

/** The rest of a service after lost requests. */
export class PeerRest {
  readonly #after: number;
  #lost = 0;
  #until = 0;

  /** @param after how many requests in a row have to be lost */
  constructor(after: number) {
    this.#after = after;
  }

  get isResting(): boolean {
    return performance.now() < this.#until;
  }

  /** A request was lost: the service could not be reached, or did not respond in time. */
  lost(): void {
    this.#lost++;
    if (this.#lost < this.#after) return;
    this.#lost = 0;
    this.#until = performance.now() + REST_MS;
  }

  /** The service responded, whatever it said. */
  responded(): void {
    this.#lost = 0;
  }
}
