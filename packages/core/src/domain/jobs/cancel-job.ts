import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { wakeRunOf } from "../runs/wake-run.ts";
import { changeStatus } from "./change-status.ts";
import { findJob } from "./find-jobs.ts";
import type { Job } from "./job.ts";
import type { JobPorts, JobReference } from "./jobs.ts";
import { secondsAfter } from "./result/text-lifetime.ts";
import type { JobOutbox, JobRecords } from "./job-ports.ts";
import type { Database } from "../ports.ts";
import type { RunOutbox, RunRecords } from "../runs/run-ports.ts";

type Ports = Pick<JobPorts, "environment" | "textLifetime"> & {
  readonly database: Database<JobRecords & RunRecords, JobOutbox & RunOutbox>;
};

/** A worker that processes the job is notified and stops. */
export async function cancelJob(ports: Ports, caller: Caller, reference: JobReference): Promise<Job> {
  assertMay(caller, "cancel jobs");
  const { id } = await findJob(ports, caller, reference);
  return ports.database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job) throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
    const settledAt = ports.environment.now();
    const cancelled = await changeStatus(records, job, "cancelled", {
      settledAt,
      textExpiresAt: secondsAfter(settledAt, job.textLifetimeSeconds ?? ports.textLifetime.resultSeconds),
      statusMessage: "Cancelled by the caller.",
    });
    if (cancelled.fieldsSchema !== null) await records.queue.readFields(cancelled);
    await wakeRunOf(records, cancelled);
    return cancelled;
  });
}
