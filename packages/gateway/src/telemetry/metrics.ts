import type { ExtractionEvent, JobStatus, TextExtractor } from "@galley/core/domain";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Seconds; from a cached answer to an upload over a slow line. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds; from a page of native text to one that is recognised. */
const PAGE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Asked at each scrape; each answer costs one query. */
export interface GaugeSources {
  jobsByStatus(): Promise<ReadonlyMap<JobStatus, number>>;
  /** Jobs that wait to be taken. */
  queueDepth(): Promise<number>;
}

/** A request by the pattern of its route, with its answer. */
export interface HttpExchange {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The figures of this process, in Prometheus' words. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: "galley_http_request_duration_seconds",
    help: "HTTP requests by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_BUCKETS,
    registers: [this.#registry],
  });
  readonly #pages = new Histogram({
    name: "galley_page_duration_seconds",
    help: "Pages by what became of them.",
    labelNames: ["outcome"],
    buckets: PAGE_BUCKETS,
    registers: [this.#registry],
  });
  readonly #hostRestarts = new Counter({
    name: "galley_extraction_host_restarts_total",
    help: "Times that the extraction host died and was replaced.",
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** The media type of `text()`. */
  readonly contentType: string = this.#registry.contentType;

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  exchange({ method, route, status, seconds }: HttpExchange): void {
    this.#requests.observe({ method, route, status }, seconds);
  }

  hostRestarted(): void {
    this.#hostRestarts.inc();
  }

  /** An extractor whose pages are counted. */
  counting(extractor: TextExtractor): TextExtractor {
    return { pages: (path, options, run) => this.#countPages(extractor.pages(path, options, run)) };
  }

  async *#countPages(events: AsyncIterable<ExtractionEvent>): AsyncGenerator<ExtractionEvent> {
    for await (const event of events) {
      if (event.kind === "page") {
        const { outcome } = event;
        this.#pages.observe({ outcome: outcome.ok ? "read" : outcome.reason }, outcome.seconds);
      }
      yield event;
    }
  }

  /** Adds what the database knows. While it is down, a scrape tells the rest. */
  observe(sources: GaugeSources): void {
    const jobs = new Gauge({
      name: "galley_jobs",
      help: "Jobs by status.",
      labelNames: ["status"],
      registers: [this.#registry],
      async collect() {
        const counts = await sources.jobsByStatus().catch(() => new Map<JobStatus, number>());
        jobs.reset();
        for (const [status, count] of counts) jobs.set({ status }, count);
      },
    });
    const depth = new Gauge({
      name: "galley_queue_depth",
      help: "Jobs that wait to be taken.",
      registers: [this.#registry],
      async collect() {
        depth.set(await sources.queueDepth().catch(() => Number.NaN));
      },
    });
  }
}
