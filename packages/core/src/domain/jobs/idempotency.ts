import { createHash } from "node:crypto";
import { DomainError } from "../domain-error.ts";
import type { Database } from "../ports.ts";
import type { IdempotencyClaim } from "./idempotency-ports.ts";
import type { JobRecords } from "./job-ports.ts";
import type { Job } from "./job.ts";

/** For so long a key stands for its submission. */
const KEPT_MS = 24 * 3_600_000;

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Whether a key stands for a submission that was accepted.
 *
 * @throws DomainError `BAD_INPUT` when it is not well formed.
 */
export async function isClaimed(
  { idempotency }: Pick<JobRecords, "idempotency">,
  {
    organizationId,
    key,
    now,
  }: { readonly organizationId: string; readonly key: string | undefined; readonly now: Date },
): Promise<boolean> {
  if (key === undefined) return false;
  if (!KEY.test(key)) {
    throw new DomainError("BAD_INPUT", "idempotencyKey: expected 1 to 255 visible ASCII characters", {
      field: "idempotencyKey",
    });
  }
  return (await idempotency.find(organizationId, key, { since: forgottenBefore(now) })) !== undefined;
}

/** Claims a key for a new job. Where it is claimed already, that claim is the answer. */
export async function claimKey(
  { idempotency }: Pick<JobRecords, "idempotency">,
  job: Job,
  key: string | undefined,
): Promise<IdempotencyClaim | undefined> {
  if (key === undefined) return undefined;
  const { organizationId, id: jobId, submittedAt: createdAt } = job;
  const claim = { organizationId, key, fingerprint: fingerprintOf(job), jobId, createdAt };
  return idempotency.claim(claim, { since: forgottenBefore(createdAt) });
}

/**
 * The job of an earlier claim, for a submission that was sent again.
 *
 * @throws DomainError `CONFLICT` when it is not the same submission.
 */
export async function repeatedJob(
  { database }: { readonly database: Database<JobRecords> },
  earlier: IdempotencyClaim,
  again: Job,
): Promise<Job> {
  const field = "idempotencyKey";
  if (earlier.fingerprint !== fingerprintOf(again)) {
    const message = `${field}: it was sent before with another document or other options`;
    throw new DomainError("CONFLICT", message, { field });
  }
  const job = await database.records.jobs.find(earlier.jobId);
  if (job) return job;
  throw new DomainError("CONFLICT", `${field}: the job that it stands for is gone`, { field });
}

/** Claims that are older stand for nothing any more. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

function fingerprintOf({ file, source, options, tag, ...job }: Job): string {
  const document = file ? { sha256: file.sha256 } : { url: source?.url };
  const sortedOptions = Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { webhookName, webhookMetadata, pageEnd, keepForSearch, textAsJson } = job;
  const kept = { pageEnd, keepForSearch, textAsJson };
  const facts = [document, sortedOptions, tag, webhookName, webhookMetadata, kept];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
