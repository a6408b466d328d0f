import { bytesOf, type StorableOutcome } from "../../result/storable-outcome.ts";

/** Pages and bytes of a document. */
export interface Amount {
  readonly pages: number;
  readonly bytes: number;
}

/** As many pages as threads read while the consumer stores a batch. */
const MAX_PAGES = 256;
/** So many pages hold more only if they are unusually dense. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Counts what was read of a document but not yet taken by its consumer, so that reading pauses while the consumer is
 * slow. Otherwise a long document would be held in memory as a whole.
 */
export class DeliveryWindow {
  #pages = 0;
  #bytes = 0;
  #isClosed = false;
  #wake: () => void = () => undefined;

  /** Number of pages that may be added; 0 while too much is waiting. */
  get room(): number {
    if (this.#isClosed) return Infinity;
    return this.#bytes < MAX_BYTES ? Math.max(0, MAX_PAGES - this.#pages) : 0;
  }

  add({ pages, bytes }: Amount): void {
    this.#pages += pages;
    this.#bytes += bytes;
  }

  take({ pages, bytes }: Amount): void {
    this.#pages -= pages;
    this.#bytes -= bytes;
    this.#wake();
  }

  /** Nothing waits for the consumer any more. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Resolves when there is room. */
  async untilRoom(): Promise<void> {
    while (this.room === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

export function amountOf(outcome: StorableOutcome): Amount {
  return { pages: 1, bytes: bytesOf(outcome) };
}
