import type { Application } from "@galley/core/domain";
import type { PgBoss } from "pg-boss";
import { withBaggage } from "../baggage.ts";
import { startRunning, startScheduling } from "./runs.ts";
import type { Config } from "../config/config.ts";
import { startDeliveryWorkers, type DeliveryWorkers } from "../queue/delivery-workers.ts";
import { startExtractionWorkers, type ExtractionWorkers } from "../queue/extraction-workers.ts";
import { startNoticeWorker, type NoticeWorker } from "../queue/notice-queue.ts";
import { startRetentionWorker, type RetentionWorker } from "../queue/retention-queue.ts";
import type { Log } from "../telemetry/log.ts";
import type { Tracing } from "../telemetry/tracing.ts";

interface Core {
  readonly application: Application;
  readonly boss: PgBoss;
}

/** Something that takes entries of queues. */
interface Workers {
  stop(graceMs: number): Promise<void>;
}

/** Whom workers tell of what they do. */
interface Watchers {
  readonly log: Log;
  readonly tracing: Tracing;
}

/** Starts what takes entries of the queues. */
export function startWorkers(core: Core, config: Config, watchers: Watchers): Promise<readonly Workers[]> {
  const { log } = watchers;
  return Promise.all([
    startExtraction(core, config, watchers),
    startDelivering(core, watchers),
    startSweeping(core, log),
    startTelling(core, log),
    startRunning(core, watchers),
    startScheduling(core, log),
  ]);
}

function startTelling({ application: { notices }, boss }: Core, log: Log): Promise<NoticeWorker> {
  return startNoticeWorker(boss, (noticeId) =>
    withBaggage({ noticeId }, async () => {
      try {
        await notices.send(noticeId);
      } catch (err) {
        // The queue tries again and tells nobody why.
        log.warn({ err }, "a notice could not be sent by e-mail this time");
        throw err;
      }
    }),
  );
}

function startSweeping(
  { application: { retention, oauth }, boss }: Core,
  log: Log,
): Promise<RetentionWorker> {
  return startRetentionWorker(boss, async (signal) => {
    try {
      await oauth.sweep();
      log.debug(await retention.sweep(signal), "what nobody may ask for any more is gone");
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, "not all could be let go of that has expired");
    }
  });
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
          log.debug({ attempt: task.attempt }, "an attempt at a webhook was made");
        } catch (err) {
          // The queue tries again and tells nobody why.
          if (!signal.aborted) log.warn({ err }, "a result could not be sent this time");
          throw err;
        }
      }),
    giveUp: (task) =>
      withBaggage({ deliveryId: task.deliveryId }, () => {
        log.error("a result could not be sent");
        return webhooks.giveUp(task);
      }),
  });
}

function startExtraction(
  { application: { jobs }, boss }: Core,
  config: Config,
  { log, tracing }: Watchers,
): Promise<ExtractionWorkers> {
  /** The queue tries again what failed, and tells nobody why. */
  const told = (
    { jobId, signal, step, done }: { jobId: string; signal: AbortSignal; step: string; done: string },
    work: () => Promise<void>,
  ): Promise<void> =>
    withBaggage({ jobId }, async () => {
      try {
        await tracing.step(step, work);
        log.info(done);
      } catch (err) {
        if (!signal.aborted) log.warn({ err }, "a document could not be read this time");
        throw err;
      }
    });
  return startExtractionWorkers({
    boss,
    concurrency: config.extraction.threads,
    fetch: (task, signal) =>
      told({ jobId: task.jobId, signal, step: "fetch document", done: "a document was fetched" }, () =>
        jobs.fetch(task, signal),
      ),
    run: (jobId, signal) =>
      told({ jobId, signal, step: "read document", done: "a document was read" }, () =>
        jobs.run(jobId, signal),
      ),
    giveUp: (jobId) =>
      withBaggage({ jobId }, () => {
        log.error("a document was tried too often");
        return jobs.giveUp(jobId);
      }),
  });
}
