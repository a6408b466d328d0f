import type { Application } from "@galley/core/domain";
import type { EntryBoss } from "../queue/notifications/entry-boss.ts";
import { withBaggage } from "../baggage.ts";
import { startRunning, startScheduling } from "./runs.ts";
import type { Config } from "../config/config.ts";
import { createSearchIndex } from "../persistence/search-index.ts";
import { startIndexLoop, type IndexLoop } from "../queue/index-loop.ts";
import { startDeliveryWorkers, type DeliveryWorkers } from "../queue/workers/delivery-workers.ts";
import { startExtractionWorkers, type ExtractionWorkers } from "../queue/workers/extraction-workers.ts";
import { startNoticeWorker, type NoticeWorker } from "../queue/notice-queue.ts";
import { startReadJobWorkers, type ReadJobWorkers } from "../queue/read-job-queue.ts";
import { startRetentionWorker, type RetentionWorker } from "../queue/retention-queue.ts";
import type { Log } from "../telemetry/log.ts";
import type { Tracing } from "../telemetry/tracing.ts";

interface Core {
  readonly application: Application;
  readonly boss: EntryBoss;
  readonly databaseUrl: string;
}

/** A consumer of queue entries. */
interface Workers {
  stop(graceMs: number): Promise<void>;
}

/** The observers of the workers. */
interface Watchers {
  readonly log: Log;
  readonly tracing: Tracing;
}

/** Starts the queue workers. */
export function startWorkers(core: Core, config: Config, watchers: Watchers): Promise<readonly Workers[]> {
  const { log } = watchers;
  return Promise.all([
    startExtraction(core, config, watchers),
    startDelivering(core, watchers),
    startSweeping(core, log),
    startTelling(core, log),
    startRunning(core, watchers),
    startScheduling(core, log),
    startFindingStructure(core, watchers),
    startReadingFields(core, watchers),
    Promise.resolve(startIndexing(core, log)),
  ]);
}

function startTelling({ application: { notices }, boss }: Core, log: Log): Promise<NoticeWorker> {
  return startNoticeWorker(boss, (noticeId) =>
    withBaggage({ noticeId }, async () => {
      try {
        await notices.send(noticeId);
      } catch (err) {
        // The queue retries without logging the reason.
        log.warn({ err }, "notice e-mail failed, will be retried");
        throw err;
      }
    }),
  );
}

function startSweeping(
  { application: { retention, oauth }, boss, databaseUrl }: Core,
  log: Log,
): Promise<RetentionWorker> {
  let canIndex = true;
  /** Last, because it takes minutes, in which no other sweep begins. */
  const indexForSearches = async (signal: AbortSignal): Promise<void> => {
    if (!canIndex) return;
    try {
      if (await createSearchIndex({ databaseUrl, signal })) log.info("index for searches created");
    } catch (err) {
      if (signal.aborted) return;
      canIndex = false;
      log.warn({ err }, "the index for searches could not be created, will be tried after a restart");
    }
  };
  return startRetentionWorker(boss, async (signal) => {
    try {
      await oauth.sweep();
      log.debug(await retention.sweep(signal), "expired data deleted");
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, "some expired data could not be deleted");
    }
    await indexForSearches(signal);
  });
}

function startIndexing({ application: { contents } }: Core, log: Log): IndexLoop {
  return startIndexLoop(
    () => contents.indexSome(),
    (err) => log.warn({ err }, "texts could not be indexed for searches, will be retried"),
  );
}

function startDelivering(
  { application: { webhooks }, boss }: Core,
  { log, tracing }: Watchers,
): Promise<DeliveryWorkers> {
  return startDeliveryWorkers({
    boss,
    deliver: (task, signal) =>
      withBaggage({ deliveryId: task.deliveryId }, async () => {
        try {
          await tracing.step("call webhook", () => webhooks.deliver(task, signal));
          log.debug({ attempt: task.attempt }, "webhook delivery attempted");
        } catch (err) {
          // The queue retries without logging the reason.
          if (!signal.aborted) log.warn({ err }, "result delivery failed, will be retried");
          throw err;
        }
      }),
    giveUp: (task) =>
      withBaggage({ deliveryId: task.deliveryId }, () => {
        log.error("result could not be delivered");
        return webhooks.giveUp(task);
      }),
  });
}

function startFindingStructure(
  { application: { jobs }, boss }: Core,
  { log, tracing }: Watchers,
): Promise<ReadJobWorkers> {
  return startReadJobWorkers(boss, "structure", (jobId, signal) =>
    withBaggage({ jobId }, async () => {
      try {
        await tracing.step("find structure", () => jobs.findStructure(jobId, signal));
      } catch (err) {
        // The queue retries without logging the reason.
        if (!signal.aborted) log.warn({ err }, "structure not found, will be retried");
        throw err;
      }
    }),
  );
}

function startReadingFields(
  { application: { fields }, boss }: Core,
  { log, tracing }: Watchers,
): Promise<ReadJobWorkers> {
  return startReadJobWorkers(boss, "fields", (jobId, signal) =>
    withBaggage({ jobId }, async () => {
      try {
        await tracing.step("read fields", () => fields.readWaiting(jobId));
      } catch (err) {
        // The queue retries without logging the reason.
        if (!signal.aborted) log.warn({ err }, "fields not read, will be retried");
        throw err;
      }
    }),
  );
}

function startExtraction(
  { application: { jobs }, boss }: Core,
  config: Config,
  { log, tracing }: Watchers,
): Promise<ExtractionWorkers> {
  /** Logs the reason: the queue retries failures without logging them. */
  const logged = (
    { jobId, signal, step, done }: { jobId: string; signal: AbortSignal; step: string; done: string },
    work: () => Promise<void>,
  ): Promise<void> =>
    withBaggage({ jobId }, async () => {
      try {
        await tracing.step(step, work);
        log.info(done);
      } catch (err) {
        if (!signal.aborted) log.warn({ err }, "document failed, will be retried");
        throw err;
      }
    });
  return startExtractionWorkers({
    boss,
    concurrency: config.extraction.threads,
    fetch: (task, signal) =>
      logged({ jobId: task.jobId, signal, step: "fetch document", done: "document fetched" }, () =>
        jobs.fetch(task, signal),
      ),
    run: (jobId, signal) =>
      logged({ jobId, signal, step: "read document", done: "document read" }, () => jobs.run(jobId, signal)),
    giveUp: (jobId) =>
      withBaggage({ jobId }, () => {
        log.error("document failed after its last attempt");
        return jobs.giveUp(jobId);
      }),
  });
}
