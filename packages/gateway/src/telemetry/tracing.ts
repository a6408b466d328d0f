/** The response to a request. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Traces from the request through the queues to the webhook; the baggage carries the context. */
export interface Tracing extends AsyncDisposable {
  /** Runs the work of a request in a span, which `answered` ends. */
  request(work: () => void): void;
  /** Ends the span of the request in the baggage. */
  answered(exchange: Answered): void;
  /** Runs `work` in a child span of the one in the baggage. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** If tracing is not configured. */
export const NO_TRACING: Tracing = {
  request: (work) => work(),
  answered: () => undefined,
  step: (_name, work) => work(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
