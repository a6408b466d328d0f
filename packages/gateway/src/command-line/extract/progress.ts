import type { WriteStream } from "node:tty";
import type { Input } from "./inputs.ts";

/** Erases the line and moves the cursor to its start. */
const CLEAR_LINE = "\r\u001B[K";
const REDRAW_MS = 250;
const BAR_WIDTH = 20;
/** Of a terminal that does not report its width. */
const DEFAULT_COLUMNS = 80;

export interface Progress extends Disposable {
  /** A page of a document was read. */
  page(input: Input, pages: { readonly done: number; readonly total: number }): void;
  /** A document is finished, in whatever way. */
  finished(input: Input): void;
  /** Writes other output without disturbing the line of the progress. */
  around(write: () => void): void;
}

interface ProgressOptions {
  readonly stream: WriteStream;
  readonly now: () => number;
  readonly shown: boolean;
}

/** A line on a terminal that shows how far the documents are and an estimate of the remaining time. */
export function createProgress(inputs: readonly Input[], { stream, now, shown }: ProgressOptions): Progress {
  if (!shown || !stream.isTTY) return SILENT;
  const line = new ProgressLine(inputs, now());
  const draw = (): void => {
    stream.write(`${CLEAR_LINE}${line.text(now()).slice(0, (stream.columns || DEFAULT_COLUMNS) - 1)}`);
  };
  const timer = setInterval(draw, REDRAW_MS).unref();
  let drawn = Number.NEGATIVE_INFINITY;
  draw();
  return {
    page(input, pages) {
      line.pages(input, pages);
      // Reading in this thread leaves the timer no time.
      if (now() - drawn < REDRAW_MS) return;
      drawn = now();
      draw();
    },
    finished: (input) => line.finish(input),
    around(write) {
      stream.write(CLEAR_LINE);
      write();
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      stream.write(CLEAR_LINE);
    },
  };
}

const SILENT: Progress = {
  page: () => {},
  finished: () => {},
  around: (write) => write(),
  [Symbol.dispose]: () => {},
};

class ProgressLine {
  readonly #inputs: readonly Input[];
  readonly #startedAt: number;
  /** Documents of unknown size count as an average one. */
  readonly #averageBytes: number;
  readonly #reading = new Map<Input, { readonly done: number; readonly total: number }>();
  #finished = 0;
  #finishedBytes = 0;
  #pagesBefore = 0;

  constructor(inputs: readonly Input[], startedAt: number) {
    this.#inputs = inputs;
    this.#startedAt = startedAt;
    const known = inputs.filter(({ bytes }) => bytes > 0);
    this.#averageBytes =
      known.length === 0 ? 1 : known.reduce((sum, { bytes }) => sum + bytes, 0) / known.length;
  }

  pages(input: Input, pages: { readonly done: number; readonly total: number }): void {
    this.#reading.set(input, pages);
  }

  finish(input: Input): void {
    this.#pagesBefore += this.#reading.get(input)?.done ?? 0;
    this.#reading.delete(input);
    this.#finished += 1;
    this.#finishedBytes += this.#weight(input);
  }

  text(now: number): string {
    const share = this.#share();
    const elapsed = now - this.#startedAt;
    const bar = "#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "-");
    const left = share > 0 ? `about ${clock((elapsed * (1 - share)) / share)} left` : "estimating";
    return `[${bar}] ${this.#count()}, ${clock(elapsed)} elapsed, ${left}`;
  }

  #count(): string {
    const reading = [...this.#reading.values()];
    const pages = this.#pagesBefore + reading.reduce((sum, { done }) => sum + done, 0);
    const [only] = reading;
    if (this.#inputs.length === 1) return `${pages}/${only?.total ?? "?"} pages`;
    return `${this.#finished}/${this.#inputs.length} documents, ${pages} pages`;
  }

  /** The share of the work that is done, by the sizes of the documents and by the pages of those being read. */
  #share(): number {
    const whole = this.#inputs.reduce((sum, input) => sum + this.#weight(input), 0);
    const begun = [...this.#reading].reduce(
      (sum, [input, { done, total }]) => sum + (total === 0 ? 0 : (this.#weight(input) * done) / total),
      0,
    );
    return whole === 0 ? 0 : Math.min((this.#finishedBytes + begun) / whole, 1);
  }

  #weight({ bytes }: Input): number {
    return bytes || this.#averageBytes;
  }
}

/** Minutes and seconds, with hours if there are any. */
function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
