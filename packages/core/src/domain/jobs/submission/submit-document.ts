import { DomainError } from "../../domain-error.ts";
import { createHash } from "node:crypto";
import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { assertDocumentPassword } from "../../documents/document-password.ts";
import { documentSource } from "../../documents/document-url.ts";
import type { Uploads } from "../../documents/uploads.ts";
import { namedWebhook } from "../../webhooks/named-webhook.ts";
import { orDeleted } from "../../limits/admission.ts";
import type { LimitRecords } from "../../limits/limit-ports.ts";
import { checkedTag } from "./checked-tag.ts";
import { acceptedJob, storeAcceptedJob } from "./accept-job.ts";
import type { AcceptJob } from "./accept-together.ts";
import { claimKey, isClaimed, repeatedJob } from "./idempotency.ts";
import { jobOptionsOf } from "../job-options.ts";
import type { Job } from "../job.ts";
import type { JobPorts, Submission } from "../jobs.ts";
import type { HeadStart } from "../work/head-starts.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { Database } from "../../ports.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";

type Ports = Pick<
  JobPorts,
  "admission" | "assertSchema" | "environment" | "fetcher" | "headStarts" | "objects" | "secrets"
> & {
  readonly database: Database<JobRecords & WebhookRecords & LimitRecords, JobOutbox>;
  /** Stores jobs without an idempotency key. */
  readonly accept: AcceptJob;
};

/** Validates the options before the document is read, so an invalid one costs no upload. */
export async function submitDocument(
  ports: Ports,
  uploads: Uploads,
  caller: Caller,
  submission: Submission,
): Promise<Job> {
  assertMay(caller, "submit documents");
  const { database } = ports;
  const { document, options, documentPassword, idempotencyKey } = submission;
  const jobOptions = jobOptionsOf(options);
  assertDocumentPassword(documentPassword);
  const tag = checkedTag(submission.tag);
  const { fieldsSchema = null, fieldsSplit = false } = submission;
  if (fieldsSchema !== null) await ports.assertSchema(caller, { schema: fieldsSchema, split: fieldsSplit });
  else if (fieldsSplit)
    throw new DomainError("BAD_INPUT", "split: expected with a schema", { field: "split" });
  const webhookFacts = await namedWebhook(database.records, caller, { ...submission, options: jobOptions });
  await assertAccepts(ports, caller, idempotencyKey);
  using headStart = ports.headStarts.prepare(caller.organizationId, {
    ...webhookFacts.options,
    password: documentPassword ?? "",
  });
  // A repeated submission is not read again.
  const readable = idempotencyKey === undefined ? headStart.begin : undefined;
  const job = acceptedJob(ports, {
    organizationId: caller.organizationId,
    keyId: caller.kind === "extraction_key" ? caller.id : null,
    documentPassword,
    priority: submission.priority ?? "normal",
    tag,
    fieldsSchema,
    fieldsSplit,
    pageEnd: submission.pageEnd ?? "form_feed",
    keepForSearch: submission.keepForSearch ?? false,
    textAsJson: submission.textAsJson ?? false,
    textLifetimeSeconds: submission.textLifetimeSeconds ?? null,
    ...webhookFacts,
    ...(await received(ports, uploads, { caller, document, readable })),
  });
  const receivedKey = "uploadId" in document ? undefined : job.file?.objectKey;
  return await orDeleted(ports.objects, receivedKey, () =>
    idempotencyKey === undefined
      ? headStart.whileStored(job.id, () => ports.accept(job))
      : storeOnce(ports, job, { key: idempotencyKey, receivedKey }),
  );
}

/** Stores the job, unless an earlier submission has claimed the key: then its job is returned. */
async function storeOnce(
  ports: Ports,
  job: Job,
  { key, receivedKey }: { readonly key: string; readonly receivedKey: string | undefined },
): Promise<Job> {
  const { stored, earlier } = await ports.database.transaction(async (records) => {
    const claim = await claimKey(records, job, key);
    return claim ? { earlier: claim } : { stored: await storeAcceptedJob(ports, records, job) };
  });
  if (stored) return stored;
  if (receivedKey !== undefined) await ports.objects.remove(receivedKey);
  return repeatedJob(ports, earlier, job);
}

/** A repeated submission is answered even if a limit is reached. */
async function assertAccepts(
  { admission, database: { records }, environment }: Ports,
  caller: Caller,
  idempotencyKey: string | undefined,
): Promise<void> {
  if (await isClaimed(records, { ...caller, key: idempotencyKey, now: environment.now() })) return;
  await admission.assertOpen(caller);
}

/** The initial document fields of a job, and the MD5 for its handle. */
type Received = Pick<Job, "file" | "source"> & { readonly md5: string };

async function received(
  { fetcher }: Pick<Ports, "fetcher">,
  uploads: Uploads,
  {
    caller,
    document,
    readable,
  }: {
    readonly caller: Caller;
    readonly readable: HeadStart["begin"] | undefined;
  } & Pick<Submission, "document">,
): Promise<Received> {
  if ("url" in document) {
    const source = documentSource(fetcher, document);
    return { file: null, source, md5: createHash("md5").update(source.url).digest("hex") };
  }
  const file =
    "uploadId" in document
      ? (await uploads.find(caller, document.uploadId)).file
      : await uploads.store(document, readable);
  return { file, source: null, md5: file.md5 };
}
