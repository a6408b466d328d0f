import type {
  ExtractionEvent,
  JobStatus,
  RunStatus,
  TextExtractor,
  WebhookAnswer,
  WebhookSender,
} from "@galley/core/domain";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { residentMemory } from "./resident-memory.ts";

/** Seconds; from a cached response to an upload over a slow line. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds; from a page of native text to one with OCR. */
const PAGE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** From a line of text to a dense page at full resolution. */
const TOKEN_BUCKETS = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000];

/** More label combinations than the routes have in normal use; the rest is counted under one label. */
const MAX_EXCHANGE_LABELS = 2000;
const OTHER = "(other)";
/** How long a scrape waits for the database, in milliseconds; Prometheus's default timeout is 10 s. */
const DATABASE_TIMEOUT_MS = 3_000;

/** Read at each scrape; each costs one query. */
export interface GaugeSources {
  jobsByStatus(): Promise<ReadonlyMap<JobStatus, number>>;
  runsByStatus(): Promise<ReadonlyMap<RunStatus, number>>;
  /** For every queue. */
  backlogs(): Promise<readonly QueueBacklog[]>;
}

interface QueueBacklog {
  readonly queue: string;
  /** Entries that are due. */
  readonly waiting: number;
  /** When the oldest of them became due. */
  readonly oldestSeconds: number;
}

/** A request by its route pattern, with its response. */
export interface HttpExchange {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of this process. docs/reference/monitoring.md lists them. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: "galley_http_request_duration_seconds",
    help: "HTTP requests by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_BUCKETS,
    registers: [this.#registry],
  });
  readonly #exchangeLabels = new Set<string>();
  readonly #pages = new Histogram({
    name: "galley_page_duration_seconds",
    help: "Pages by mode and outcome.",
    labelNames: ["mode", "outcome"],
    buckets: PAGE_BUCKETS,
    registers: [this.#registry],
  });
  readonly #webhookAttempts = new Counter({
    name: "galley_webhook_attempts_total",
    help: "Requests to webhooks by outcome, including tests at registration.",
    labelNames: ["outcome"],
    registers: [this.#registry],
  });
  readonly #wrongCredentials = new Counter({
    name: "galley_wrong_credentials_total",
    help: "Rejected credentials, by kind.",
    labelNames: ["kind"],
    registers: [this.#registry],
  });
  readonly #hostRestarts = new Counter({
    name: "galley_extraction_host_restarts_total",
    help: "Number of times that an extraction host died and was restarted.",
    registers: [this.#registry],
  });

  readonly #tokens = new Histogram({
    name: "galley_ocr_image_tokens",
    help: "Tokens that a vision model used for an image, by kind (prompt, completion).",
    labelNames: ["kind"],
    buckets: TOKEN_BUCKETS,
    registers: [this.#registry],
  });

  readonly #modelRequests = new Counter({
    name: "galley_fields_model_requests_total",
    help: "Questions to the language model for fields, by outcome.",
    labelNames: ["outcome"],
    registers: [this.#registry],
  });
  readonly #modelTokens = new Counter({
    name: "galley_fields_model_tokens_total",
    help: "Tokens that the language model used for fields, input and output.",
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
    const combination = `${method} ${route} ${status}`;
    const isFull = this.#exchangeLabels.size >= MAX_EXCHANGE_LABELS;
    if (isFull && !this.#exchangeLabels.has(combination)) {
      this.#requests.observe(
        { method: OTHER, route: OTHER, status: `${Math.floor(status / 100)}xx` },
        seconds,
      );
      return;
    }
    this.#exchangeLabels.add(combination);
    this.#requests.observe({ method, route, status }, seconds);
  }

  wrongCredentials(kind: string): void {
    this.#wrongCredentials.inc({ kind });
  }

  hostRestarted(): void {
    this.#hostRestarts.inc();
  }

  /** An image was read by a vision model. */
  recognised({ prompt, completion }: { readonly prompt: number; readonly completion: number }): void {
    this.#tokens.observe({ kind: "prompt" }, prompt);
    this.#tokens.observe({ kind: "completion" }, completion);
  }

  /** A language model was asked for fields. */
  modelAsked({ outcome, tokens }: { readonly outcome: string; readonly tokens: number }): void {
    this.#modelRequests.inc({ outcome });
    this.#modelTokens.inc(tokens);
  }

  /** An extractor that counts its pages. */
  counting(extractor: TextExtractor): TextExtractor {
    return {
      pages: (path, options, run) => this.#countPages(extractor.pages(path, options, run), options.mode),
    };
  }

  async *#countPages(events: AsyncIterable<ExtractionEvent>, mode: string): AsyncGenerator<ExtractionEvent> {
    for await (const event of events) {
      if (event.kind === "page") {
        const { outcome } = event;
        this.#pages.observe({ mode, outcome: outcome.ok ? "read" : outcome.reason }, outcome.seconds);
      }
      yield event;
    }
  }

  /** A sender that counts its requests. Aborted requests have no outcome. */
  countingAttempts(sender: WebhookSender): WebhookSender {
    return {
      refusalOf: (url) => sender.refusalOf(url),
      post: async (request, signal) => {
        const answer = await sender.post(request, signal);
        this.#webhookAttempts.inc({ outcome: outcomeOf(answer) });
        return answer;
      },
    };
  }

  /** Adds the memory of the extraction hosts; `pids` returns their process ids at each scrape. */
  observeHosts(pids: () => readonly number[]): void {
    const count = new Gauge({
      name: "galley_extraction_hosts",
      help: "Extraction hosts of this process.",
      registers: [this.#registry],
      collect(): void {
        count.set(pids().length);
      },
    });
    const memory = new Gauge({
      name: "galley_extraction_host_resident_memory_bytes",
      help: "Resident memory of each extraction host.",
      labelNames: ["pid"],
      registers: [this.#registry],
      async collect() {
        const held = await Promise.all(
          pids().map(async (pid) => ({ pid, bytes: await residentMemory(pid) })),
        );
        memory.reset();
        for (const { pid, bytes } of held) if (bytes !== undefined) memory.set({ pid }, bytes);
      },
    });
  }

  /** Adds the metrics from the database. While it is down, a scrape returns the others. */
  observe(sources: GaugeSources): void {
    this.#observeStatuses("galley_jobs", "Jobs by status.", () => sources.jobsByStatus());
    this.#observeStatuses("galley_pipeline_runs", "Pipeline runs by status.", () => sources.runsByStatus());
    // Both metrics of a scrape come from one query.
    let asked: Promise<readonly QueueBacklog[]> | undefined;
    const backlogs = (): Promise<readonly QueueBacklog[]> =>
      (asked ??= inTime(sources.backlogs())
        .catch(() => [])
        .finally(() => {
          asked = undefined;
        }));
    const depth = new Gauge({
      name: "galley_queue_depth",
      help: "Due entries, by queue.",
      labelNames: ["queue"],
      registers: [this.#registry],
      async collect() {
        const found = await backlogs();
        depth.reset();
        for (const { queue, waiting } of found) depth.set({ queue }, waiting);
      },
    });
    const age = new Gauge({
      name: "galley_queue_oldest_entry_age_seconds",
      help: "Seconds that the oldest due entry has waited, by queue.",
      labelNames: ["queue"],
      registers: [this.#registry],
      async collect() {
        const found = await backlogs();
        age.reset();
        for (const { queue, oldestSeconds } of found) age.set({ queue }, oldestSeconds);
      },
    });
  }

  #observeStatuses(
    name: string,
    help: string,
    countsByStatus: () => Promise<ReadonlyMap<string, number>>,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["status"],
      registers: [this.#registry],
      async collect() {
        const counts = await inTime(countsByStatus()).catch(() => new Map<string, number>());
        gauge.reset();
        for (const [status, count] of counts) gauge.set({ status }, count);
      },
    });
  }
}

async function inTime<T>(asked: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, DATABASE_TIMEOUT_MS, new Error("no response"));
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf(answer: WebhookAnswer): string {
  if (answer.kind === "refused") return "refused";
  if (answer.kind === "failed") return "no_answer";
  return answer.status >= 200 && answer.status < 300 ? "delivered" : `${Math.floor(answer.status / 100)}xx`;
}
