/** What became of a request. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Traces of what is done, from the request through the queues to the webhook: the baggage carries them along. */
export interface Tracing extends AsyncDisposable {
  /** Does what a request asks for, as a span that `answered` ends. */
  request(work: () => void): void;
  /** Ends the span of the request that the baggage names. */
  answered(exchange: Answered): void;
  /** Does `work` as a span, below the one that the baggage names. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Where nobody asked for traces. */
export const NO_TRACING: Tracing = {
  request: (work) => work(),
  answered: () => undefined,
  step: (_name, work) => work(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
