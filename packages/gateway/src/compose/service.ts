import type { Application } from "@galley/core/domain";
import { startWorkers } from "./workers.ts";
import type { Config } from "../config/config.ts";
import { ensureFirstCredentials } from "../secrets/first-credentials.ts";
import { greeting, reachableUrl, workerGreeting } from "../server/greeting.ts";
import type { Log } from "../telemetry/log.ts";
import { Metrics } from "../telemetry/metrics.ts";
import { NO_TRACING, type Tracing } from "../telemetry/tracing.ts";
import { composeApplication } from "./application.ts";
import { composeEdge, observerOf } from "./edge.ts";
import { startRenderer } from "./extraction.ts";

/** Work that is under way when the service stops has this long; then it goes back to the queue. */
const WORK_GRACE_MS = 2_000;

export interface Service {
  readonly url: string;
  /** What the person who started it should see. */
  readonly greeting: string;
  /** Lets requests finish, gives documents back to the queue and ends everything that was started. */
  stop(): Promise<void>;
}

/** A PostgreSQL that answers; one of the service's own ends with it. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
}

/** Puts the parts of the service together as the role asks, and starts them. */
export async function composeService(config: Config, postgres: PostgresServer, log: Log): Promise<Service> {
  await using starting = new AsyncDisposableStack();
  const databaseUrl = starting.use(postgres).url;
  const metrics = new Metrics();
  const tracing = starting.use(await startTracing(config));
  const core = await composeApplication(config, { log, metrics, databaseUrl, parts: starting });
  const credentials = config.role === "work" ? undefined : await ensureCredentials(core.application, config);
  const renderer = starting.use(startRenderer(config, log));
  const edge = await composeEdge(config, core, {
    metrics,
    observer: observerOf(log, metrics, tracing),
    renderer,
  });
  // Before the workers, which complain when a port that is taken ends their database.
  const url = reachableUrl(config.host, await edge.listen(config));
  const workers = config.role === "serve" ? [] : await startWorkers(core, config, { log, tracing });

  const parts = starting.move();
  return {
    url,
    greeting: credentials ? greeting({ url, ...credentials }) : workerGreeting(url),
    async stop() {
      await Promise.all([...workers.map((worker) => worker.stop(WORK_GRACE_MS)), edge.stop()]);
      await parts.disposeAsync();
    },
  };
}

function ensureCredentials(
  { access }: Application,
  { dataDir, first }: Config,
): ReturnType<typeof ensureFirstCredentials> {
  return ensureFirstCredentials(access, { dataDir, ...first });
}

async function startTracing({ tracing }: Config): Promise<Tracing> {
  if (!tracing) return NO_TRACING;
  // Loaded where it is wanted.
  const { createOtlpTracing } = await import("../telemetry/otlp-tracing.ts");
  return createOtlpTracing(tracing);
}
