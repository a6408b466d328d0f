/** A request and its answer. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, never the path that was asked for. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Whom the HTTP edge tells of its work: the log and the metrics. */
export interface EdgeObserver {
  /** Runs what is done on behalf of a request. */
  during(requestId: string, work: () => void): void;
  answered(exchange: Exchange): void;
  /** A fault of the service, of which the caller hears nothing but that it was one. */
  failed(error: unknown): void;
}
