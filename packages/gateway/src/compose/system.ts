import { installedLanguages } from "@galley/core";
import type { Environment, QueueState, ReplicaFacts, SystemReader } from "@galley/core/domain";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { PgBoss } from "pg-boss";
import type { ResourceStack } from "../resource-stack.ts";
import { version } from "../command-line/version.ts";
import type { Config } from "../config/config.ts";
import { foldJobCounts } from "../persistence/status-counts.ts";
import { createSystemTables } from "../persistence/system-tables.ts";
import { backlogsOf } from "../queue/backlog.ts";
import { statesOf, type Check } from "../server/health.ts";
import { startReplicaReporter } from "../system/replica-reporter.ts";
import { createSystemReader } from "../system/system-reader.ts";
import type { Log } from "../telemetry/log.ts";
import { residentMemory } from "../telemetry/resident-memory.ts";
import type { Extraction } from "./extraction.ts";

/** The queue of documents that wait to be read. */
const EXTRACTION_QUEUE = "extract";

interface SystemParts extends Pick<Extraction, "hosts" | "hostRestarts"> {
  readonly orm: MikroORM;
  readonly boss: PgBoss;
  readonly environment: Environment;
  readonly checks: Readonly<Record<string, Check>>;
  readonly log: Log;
  readonly parts: ResourceStack;
}

/** Reports this process to the others, and reads what all of them report. */
export function composeSystem(config: Config, parts: SystemParts): SystemReader {
  const { orm, environment, checks, log } = parts;
  const tables = createSystemTables(orm);
  const queue = (): Promise<QueueState> => extractionQueue(parts.boss);
  const reporter = startReplicaReporter(
    {
      tables,
      foldJobCounts: () => foldJobCounts(orm),
      environment,
      queue,
      facts: () => factsOf(config, parts),
      failed: (err) => log.warn({ err }, "the state of this process could not be reported"),
    },
    { role: config.role, version: version() },
  );
  parts.parts.use(reporter);
  return createSystemReader({
    version: version(),
    retention: config.textLifetime,
    tables,
    environment,
    queue,
    languages: () => installedLanguages({ folders: config.extraction.tessdata }),
    checks: () => statesOf(checks),
  });
}

async function extractionQueue(boss: PgBoss): Promise<QueueState> {
  const backlog = (await backlogsOf(boss)).find(({ queue }) => queue === EXTRACTION_QUEUE);
  return { waiting: backlog?.waiting ?? 0, oldestSeconds: backlog?.oldestSeconds ?? 0 };
}

async function factsOf(
  { role, extraction: { threads } }: Config,
  { hosts, hostRestarts }: Pick<SystemParts, "hosts" | "hostRestarts">,
): Promise<ReplicaFacts> {
  return {
    workers: role === "serve" ? 0 : threads,
    memoryBytes: process.memoryUsage.rss(),
    hosts: await Promise.all(
      hosts().map(async (pid) => ({ pid, memoryBytes: (await residentMemory(pid)) ?? null })),
    ),
    hostRestarts: hostRestarts(),
  };
}
