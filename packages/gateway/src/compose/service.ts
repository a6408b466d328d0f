import { DomainError, type Application } from "@galley/core/domain";
import { startWorkers } from "./workers.ts";
import { ResourceStack } from "../resource-stack.ts";
import type { Config } from "../config/config.ts";
import { ensureFirstCredentials } from "../secrets/first-credentials.ts";
import { signInLink } from "../console-links.ts";
import { greeting, reachableUrl, workerGreeting } from "../server/greeting.ts";
import type { Log } from "../telemetry/log.ts";
import { Metrics } from "../telemetry/metrics.ts";
import { NO_TRACING, type Tracing } from "../telemetry/tracing.ts";
import { composeApplication } from "./application.ts";
import { composeEdge, observerOf } from "./edge.ts";

/** Time that running work has to finish when the service stops; after it, the work returns to the queue. */
const WORK_GRACE_MS = 2_000;

export interface Service {
  readonly url: string;
  /** Printed for the person who starts the service. */
  readonly greeting: string;
  /**
   * Lets open requests finish, returns documents to the queue and ends all processes that the service
   * started.
   */
  stop(): Promise<void>;
}

/** A running PostgreSQL; disposing stops it if it is the embedded one. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
}

/** Composes and starts the parts of the service that the role needs. */
export async function composeService(config: Config, postgres: PostgresServer, log: Log): Promise<Service> {
  await using starting = new ResourceStack();
  const databaseUrl = starting.use(postgres).url;
  const metrics = new Metrics();
  const tracing = starting.use(await startTracing(config));
  const core = await composeApplication(config, { log, metrics, databaseUrl, parts: starting });
  const credentials = config.role === "work" ? undefined : await ensureCredentials(core.application, config);
  const edge = await composeEdge(config, core, {
    metrics,
    observer: observerOf(log, metrics, tracing),
  });
  // Before the workers start, or they would log errors if the port is taken and the embedded database stops.
  const url = reachableUrl(config.host, await edge.listen(config));
  const workers =
    config.role === "serve" ? [] : await startWorkers({ ...core, databaseUrl }, config, { log, tracing });

  const parts = starting.move();
  return {
    url,
    greeting: credentials
      ? greeting({ url, signInLink: await firstLink(core.application, config, url), ...credentials })
      : workerGreeting(url),
    async stop() {
      await Promise.all([...workers.map((worker) => worker.stop(WORK_GRACE_MS)), edge.stop()]);
      await parts[Symbol.asyncDispose]();
    },
  };
}

/** A link for the first manager; undefined if it is turned off, or no manager is active. */
async function firstLink(
  { signIns }: Application,
  { startLink, publicUrl, first }: Config,
  url: string,
): Promise<string | undefined> {
  if (!startLink) return undefined;
  try {
    return signInLink(publicUrl ?? url, (await signIns.issueLink(first)).secret);
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

function ensureCredentials(
  { access }: Application,
  { dataDir, first }: Config,
): ReturnType<typeof ensureFirstCredentials> {
  return ensureFirstCredentials(access, { dataDir, ...first });
}

async function startTracing({ tracing }: Config): Promise<Tracing> {
  if (!tracing) return NO_TRACING;
  // Imported on demand.
  const { createOtlpTracing } = await import("../telemetry/otlp-tracing.ts");
  return createOtlpTracing(tracing);
}
