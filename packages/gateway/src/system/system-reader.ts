import type {
  Environment,
  Expiring,
  QueueSample,
  QueueState,
  Replica,
  SystemReader,
} from "@galley/core/domain";
import { installedLicences } from "./licences.ts";
import { REPORT_INTERVAL_MS } from "./replica-reporter.ts";

/** A process that has missed this many reports has ended. */
const MISSED_REPORTS = 4;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export interface SystemReaderParts extends Pick<
  SystemReader,
  "version" | "retention" | "languages" | "checks"
> {
  readonly queue: () => Promise<QueueState>;
  readonly tables: {
    isShared(): Promise<boolean>;
    queueOf(organizationId: string, now: Date): Promise<QueueState>;
    replicas(seenAfter: Date): Promise<readonly Replica[]>;
    samples(from: Date): Promise<readonly QueueSample[]>;
    expiring(organizationId: string, period: { readonly from: Date; readonly to: Date }): Promise<Expiring>;
  };
  readonly environment: Pick<Environment, "now">;
}

export function createSystemReader(parts: SystemReaderParts): SystemReader {
  const { version, retention, tables, environment } = parts;
  const before = (milliseconds: number): Date => new Date(environment.now().getTime() - milliseconds);
  return {
    version,
    retention,
    isShared: () => tables.isShared(),
    queue: async (organizationId) =>
      (await tables.isShared()) ? tables.queueOf(organizationId, environment.now()) : parts.queue(),
    queueSamples: async () => ((await tables.isShared()) ? [] : tables.samples(before(HOUR_MS))),
    replicas: async () =>
      (await tables.isShared()) ? [] : tables.replicas(before(MISSED_REPORTS * REPORT_INTERVAL_MS)),
    languages: () => parts.languages(),
    checks: () => parts.checks(),
    licences: () => installedLicences(),
    expiring: (organizationId) =>
      tables.expiring(organizationId, { from: environment.now(), to: before(-DAY_MS) }),
  };
}
