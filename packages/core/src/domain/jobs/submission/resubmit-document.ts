import { createHash } from "node:crypto";
import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { assertDocumentPassword } from "../../documents/document-password.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database } from "../../ports.ts";
import type { LimitRecords } from "../../limits/limit-ports.ts";
import { namedWebhook } from "../../webhooks/named-webhook.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";
import { findJob } from "../find-jobs.ts";
import { nameOf } from "../job-list.ts";
import { jobOptionsOf } from "../job-options.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";
import type { JobPorts, JobReference, Resubmission } from "../jobs.ts";
import { isTextKept } from "../result/text-lifetime.ts";
import { acceptedJob, storeAcceptedJob } from "./accept-job.ts";
import { checkedTag } from "./checked-tag.ts";

type Ports = Pick<JobPorts, "admission" | "environment" | "secrets"> & {
  readonly database: Database<JobRecords & WebhookRecords & LimitRecords, JobOutbox>;
};

/** See `Jobs.resubmit`. The earlier job is locked, so its document is not deleted in the meantime. */
export async function resubmitDocument(
  ports: Ports,
  caller: Caller,
  { reference, changes }: { readonly reference: JobReference; readonly changes: Resubmission },
): Promise<Job> {
  assertMay(caller, "submit documents");
  const { database, environment } = ports;
  const earlier = await findJob(ports, caller, reference);
  const job = acceptedJob(ports, {
    ...earlier,
    ...(await changed({ database }, caller, { earlier, changes })),
    textLifetimeSeconds: null,
    keyId: caller.kind === "extraction_key" ? caller.id : null,
  });
  await ports.admission.assertOpen(caller);
  return database.transaction(async (records) => {
    assertDocumentKept(await records.jobs.lock(earlier.id), environment.now());
    return storeAcceptedJob(ports, records, job);
  });
}

type Changed = Pick<Job, "options" | "priority" | "tag" | "webhookName" | "webhookMetadata"> & {
  readonly md5: string;
  readonly documentPassword: string | undefined;
};

async function changed(
  { database }: { readonly database: Database<WebhookRecords> },
  caller: Caller,
  { earlier, changes }: { readonly earlier: Job; readonly changes: Resubmission },
): Promise<Changed> {
  const { documentPassword, priority = "normal", webhookName } = changes;
  const { file, source } = earlier;
  assertDocumentPassword(documentPassword);
  return {
    documentPassword,
    tag: checkedTag(changes.tag ?? earlier.tag),
    priority,
    md5:
      file?.md5 ??
      createHash("md5")
        .update(source?.url ?? "")
        .digest("hex"),
    ...(await namedWebhook(database.records, caller, {
      webhookName,
      options: jobOptionsOf({ ...earlier.options, ...changes.options }),
    })),
  };
}

/** A document that was never fetched is fetched again. */
function assertDocumentKept(job: Job | undefined, now: Date): void {
  if (!job) throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
  if (!job.file || (job.documentRemovedAt === null && isTextKept(job, now))) return;
  const until = job.documentRemovedAt ?? job.textExpiresAt ?? job.retrievableUntil ?? now;
  throw new DomainError(
    "CONFLICT",
    `The document ${nameOf(job)} was kept until ${until.toISOString()}. Upload it again.`,
  );
}
