import { createHash } from "node:crypto";
import { DomainError } from "../../domain-error.ts";
import type { Database } from "../../ports.ts";
import type { IdempotencyClaim } from "./idempotency-ports.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";

/** How long a key is remembered. */
const KEPT_MS = 24 * 3_600_000;

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Whether a submission with the key was accepted.
 *
 * @throws DomainError `BAD_INPUT` if the key is malformed.
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

/** Claims a key for a new job. If it is already claimed, returns that claim. */
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
 * The job of an earlier claim, for a repeated submission.
 *
 * @throws DomainError `CONFLICT` if the submission differs.
 */
export async function repeatedJob(
  { database }: { readonly database: Database<JobRecords> },
  earlier: IdempotencyClaim,
  again: Job,
): Promise<Job> {
  const field = "idempotencyKey";
  if (earlier.fingerprint !== fingerprintOf(again)) {
    const message = `${field}: already used with another document or other options; send a new key`;
    throw new DomainError("CONFLICT", message, { field });
  }
  const job = await database.records.jobs.find(earlier.jobId);
  if (job) return job;
  throw new DomainError("CONFLICT", `${field}: its job no longer exists; send a new key`, { field });
}

/** Older claims have expired. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

function fingerprintOf({ file, source, options, tag, ...job }: Job): string {
  const document = file ? { sha256: file.sha256 } : { url: source?.url };
  const sortedOptions = Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { webhookName, webhookMetadata, pageEnd, keepForSearch, textAsJson, fieldsSchema, fieldsSplit } = job;
  const kept = { pageEnd, keepForSearch, textAsJson };
  const fields = fieldsSchema === null ? [] : [{ fieldsSchema, fieldsSplit }];
  const facts = [document, sortedOptions, tag, webhookName, webhookMetadata, kept, ...fields];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
