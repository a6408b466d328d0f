import type { InvitationRecords } from "../invitations/invitation.ts";
import type { PasskeyRecords } from "../passkeys/passkey.ts";
import type { SignInLinkRecords } from "../sign-in/sign-in-link.ts";
import { forgottenBefore } from "../jobs/submission/idempotency.ts";
import type { Job } from "../jobs/job.ts";
import { deleteText } from "../jobs/result/text-lifetime.ts";
import type { Database, Environment, ObjectStore } from "../ports.ts";
import type { SessionRecords } from "../access/model/token-ports.ts";
import type { UploadRecords } from "../documents/upload-ports.ts";
import type { ExpiredText, JobRecords } from "../jobs/job-ports.ts";
import type { WebhookRecords } from "../webhooks/webhook-ports.ts";
import { REMOVE_UPLOADS_AFTER_SECONDS } from "../documents/uploads.ts";
import { KEEP_DELIVERIES_DAYS } from "../webhooks/delivery.ts";
import { isDeliveryPending } from "../webhooks/queue-delivery.ts";

/** The numbers of records that a sweep deleted. */
export interface Swept {
  readonly texts: number;
  readonly documents: number;
  readonly uploads: number;
  readonly idempotencyKeys: number;
}

/** Deletes what is no longer accessible. Job details and line positions are kept. */
export interface Retention {
  /**
   * Deletes expired texts, then documents of settled jobs without a text, uploads that can no longer be submitted,
   * expired sessions, sign-in links and invitations, deliveries that were settled long ago, and expired
   * Idempotency-Keys. Sweeps do not overlap; the next one makes up for an interrupted
   * one.
   */
  sweep(signal: AbortSignal): Promise<Swept>;
}

interface RetentionPorts {
  readonly database: Database<
    JobRecords &
      UploadRecords &
      SessionRecords &
      SignInLinkRecords &
      InvitationRecords &
      PasskeyRecords &
      WebhookRecords
  >;
  readonly objects: ObjectStore;
  readonly environment: Environment;
}

/** Records per query. */
const AT_ONCE = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

export function createRetention(ports: RetentionPorts): Retention {
  return {
    async sweep(signal) {
      const texts = await forgetTexts(ports, signal);
      const documents = await removeDocuments(ports, signal);
      const uploads = await removeUploads(ports, signal);
      await forgetSessions(ports);
      await forgetDeliveries(ports, signal);
      return { texts, documents, uploads, idempotencyKeys: await forgetIdempotencyKeys(ports) };
    },
  };
}

async function forgetTexts(ports: RetentionPorts, signal: AbortSignal): Promise<number> {
  const { jobs } = ports.database.records;
  const now = ports.environment.now();
  let count = 0;
  for (let after: ExpiredText | undefined; ;) {
    const expired = await jobs.listWithExpiredText(now, { after, limit: AT_ONCE });
    for (const { id } of expired) {
      signal.throwIfAborted();
      if (await forgetText(ports, id, now)) count += 1;
    }
    after = expired.at(-1);
    if (after === undefined) return count;
  }
}

/** A text is kept while a webhook delivery is pending. */
function forgetText({ database }: RetentionPorts, id: string, now: Date): Promise<boolean> {
  return database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job?.textExpiresAt || now < job.textExpiresAt || (await isDeliveryPending(records, id)))
      return false;
    await deleteText(records, job);
    return true;
  });
}

async function removeDocuments(ports: RetentionPorts, signal: AbortSignal): Promise<number> {
  const { jobs } = ports.database.records;
  let count = 0;
  for (;;) {
    const spent = await jobs.listWithSpentDocument(AT_ONCE);
    for (const job of spent) {
      signal.throwIfAborted();
      await removeDocument(ports, job);
      count += 1;
    }
    if (spent.length < AT_ONCE) return count;
  }
}

/** An upload can be submitted several times: the last job that has the document deletes it. */
async function removeDocument({ database, objects, environment }: RetentionPorts, job: Job): Promise<void> {
  const { jobs, uploads } = database.records;
  const key = job.file?.objectKey;
  if (key !== undefined && (await jobs.countHolding(key)) <= 1 && !(await uploads.holds(key))) {
    await objects.remove(key);
  }
  await database.transaction((records) =>
    records.jobs.update(job.id, { documentRemovedAt: environment.now() }),
  );
}

async function removeUploads(
  { database, objects, environment }: RetentionPorts,
  signal: AbortSignal,
): Promise<number> {
  const { jobs, uploads } = database.records;
  const before = new Date(environment.now().getTime() - REMOVE_UPLOADS_AFTER_SECONDS * 1000);
  let count = 0;
  for (;;) {
    const old = await uploads.listBefore(before, AT_ONCE);
    for (const { id, file } of old) {
      signal.throwIfAborted();
      if ((await jobs.countHolding(file.objectKey)) === 0) await objects.remove(file.objectKey);
      await database.transaction((records) => records.uploads.remove(id));
      count += 1;
    }
    if (old.length < AT_ONCE) return count;
  }
}

function forgetSessions({ database, environment }: RetentionPorts): Promise<void> {
  return database.transaction(async ({ sessions, signInLinks, invitations, usedChallenges }) => {
    await sessions.removeExpired(environment.now());
    await signInLinks.removeExpired(environment.now());
    await invitations.removeExpired(environment.now());
    await usedChallenges.removeExpired(environment.now());
  });
}

/** The log of deliveries is bounded by age; each delivery has a bounded number of attempts. */
async function forgetDeliveries(
  { database, environment }: RetentionPorts,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(environment.now().getTime() - KEEP_DELIVERIES_DAYS * DAY_MS);
  let removed = AT_ONCE;
  while (removed === AT_ONCE) {
    signal.throwIfAborted();
    removed = await database.transaction(({ deliveries }) => deliveries.removeSettledBefore(before, AT_ONCE));
  }
}

function forgetIdempotencyKeys({ database, environment }: RetentionPorts): Promise<number> {
  return database.transaction(({ idempotency }) => idempotency.forget(forgottenBefore(environment.now())));
}
