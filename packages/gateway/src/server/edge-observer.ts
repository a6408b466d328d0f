/** A request and its response. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, never the requested path. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Receives the events of the HTTP edge: the log and the metrics. */
export interface EdgeObserver {
  /** Runs the work of a request. */
  during(requestId: string, work: () => void): void;
  answered(exchange: Exchange): void;
  /** An internal error, whose details the caller does not receive. */
  failed(error: unknown): void;
}
