import { documentText, NO_TEXT } from "../../extraction/result/document-text.ts";
import { allPages } from "../jobs/find-jobs.ts";
import { textOptions, type Job } from "../jobs/job.ts";
import { isTextKept, deleteText } from "../jobs/result/text-lifetime.ts";
import type { Transaction } from "../ports.ts";
import { requestedDelayMs } from "../retry-after.ts";
import {
  MAX_KEPT_ATTEMPTS,
  retryDelayMs,
  type Delivery,
  type DeliveryAttempt,
  type SentRequest,
} from "./delivery.ts";
import { loggedHeaders, loggedRequest } from "./logged-request.ts";
import { authorizationKeyOf, notificationSecretOf } from "../notifications/notifications.ts";
import { authorizationOf } from "../notifications/outcome-notification.ts";
import { authorizationHeader, authTokenOf, signingSecretOf } from "./manage-webhooks.ts";
import { signatureHeaders } from "./signature.ts";
import { sentFields } from "./sent-fields.ts";
import { sentRendition } from "./sent-rendition.ts";
import { withoutSecret } from "./without-secret.ts";
import type { Webhook } from "./webhook.ts";
import type { DeliveryTask, SettledJob, WebhookAnswer, WebhookRecords } from "./webhook-ports.ts";
import type { WebhookPorts } from "./webhooks.ts";

/** The number of characters of a response that are stored. */
const KEPT_ANSWER = 1000;

/** A target that responds with this status is disabled. */
const GONE = 410;

/** The outcome of an attempt. */
type Outcome = Pick<DeliveryAttempt, "status" | "message" | "answer" | "responseHeaders"> & {
  readonly kind: "delivered" | "failed" | "gone" | "rejected";
  readonly retryAfterMs: number;
};

/** See `Webhooks.deliver`. */
export async function deliver(ports: WebhookPorts, task: DeliveryTask, signal: AbortSignal): Promise<void> {
  const delivery = await ports.database.records.deliveries.find(task.deliveryId);
  if (!delivery || !isAttemptDue(delivery, task)) return;
  const at = ports.environment.now();
  await record(ports, task, { at, ...(await attempt(ports, delivery, { at, signal })) });
}

/** See `Webhooks.giveUp`. */
export async function giveUpDelivery(ports: WebhookPorts, task: DeliveryTask): Promise<void> {
  const outcome = permanentFailure("The message could not be sent; the reason is in the service's log.");
  await record(ports, task, { at: ports.environment.now(), outcome, retrySeconds: [] });
}

/** The queue delivers at least once: the attempt may already have been made. */
function isAttemptDue(delivery: Delivery, task: DeliveryTask): boolean {
  return delivery.state === "pending" && task.attempt === delivery.attemptsMade + 1;
}

/** The outcome of an attempt, and the webhook that was called, if any. */
interface Attempted {
  readonly outcome: Outcome;
  /** What was sent, if anything. */
  readonly request?: SentRequest;
  readonly webhook?: Webhook;
  readonly retrySeconds: readonly number[];
}

async function attempt(
  ports: WebhookPorts,
  delivery: Delivery,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<Attempted> {
  const unsigned = await (delivery.notificationId === null
    ? resultMessage(ports, delivery)
    : outcomeMessage(ports, delivery, delivery.notificationId));
  if ("outcome" in unsigned) return unsigned;
  const { url, authorization, token, secret, body } = unsigned;
  const plain = {
    "content-type": "application/json",
    ...signatureHeaders(secret, { messageId: `msg_${delivery.id}`, at, body }),
  };
  const answer = await ports.sender.post({ url, headers: { ...plain, ...authorization }, body }, signal);
  const request = loggedRequest({ plain, authorization, body, shown: unsigned.shown });
  return { ...unsigned, request, outcome: outcomeOf(answer, token, ports.environment.now()) };
}

/** A message and its target, before it is signed. */
interface UnsignedMessage extends Omit<Attempted, "outcome"> {
  readonly url: string;
  /** Headers that authorize it. */
  readonly authorization: Readonly<Record<string, string>>;
  /** The secret part of them; "" if there is none. */
  readonly token: string;
  /** The signing secret. */
  readonly secret: string;
  readonly body: string;
  /** The body for the log: without the text of the document, which is kept no longer than its job allows. */
  readonly shown: string;
}

async function resultMessage(ports: WebhookPorts, delivery: Delivery): Promise<UnsignedMessage | Attempted> {
  const { retrySeconds } = ports;
  const { records } = ports.database;
  const job = delivery.jobId === null ? undefined : await records.jobs.find(delivery.jobId);
  // Before all else: nothing else reads the fields of a job that has a webhook.
  const fields = job && (await sentFields(ports, job));
  const webhook = await records.webhooks.findByName(delivery.organizationId, delivery.webhookName);
  if (!webhook) return { outcome: permanentFailure("The webhook was deleted."), retrySeconds };
  if (webhook.disabledAt) {
    const message =
      "The webhook is disabled because its target responded with 410. Update the webhook to enable it.";
    return { outcome: { ...permanentFailure(message), kind: "gone" }, webhook, retrySeconds };
  }
  const token = authTokenOf(ports, webhook);
  const target = {
    webhook,
    url: webhook.url,
    authorization: authorizationHeader(token),
    token,
    secret: signingSecretOf(ports, webhook),
  };
  if (delivery.jobId === null) {
    const body = JSON.stringify(ports.messages.test());
    return { ...target, retrySeconds: [], body, shown: body };
  }
  if (!job) return { outcome: permanentFailure("The job no longer exists."), webhook, retrySeconds };
  const { format } = webhook;
  const rendition = format === "text" ? undefined : await sentRendition(ports, job, format);
  const withoutText = {
    job,
    content: NO_TEXT,
    pages: [],
    ...(rendition && { rendition: { ...rendition, content: null } }),
    ...(fields && { fields: fields.map((part) => ({ ...part, result: null })) }),
  };
  return {
    ...target,
    retrySeconds,
    body: JSON.stringify(ports.messages.settled({ ...(await settledJob(ports, job)), rendition, fields })),
    shown: JSON.stringify(ports.messages.settled(withoutText)),
  };
}

/** Seconds before each retry of a run's notification. */
const OUTCOME_RETRY_SECONDS = 10;

async function outcomeMessage(
  ports: WebhookPorts,
  { runId }: Delivery,
  notificationId: string,
): Promise<UnsignedMessage | Attempted> {
  const { records } = ports.database;
  const notification = await records.outcomeNotifications.find(notificationId);
  const run = runId === null ? undefined : await records.runs.find(runId);
  const pipeline = run && (await records.pipelines.find(run.pipelineId));
  if (!notification?.active || !run || !pipeline) {
    return { outcome: permanentFailure("The notification was deleted or is inactive."), retrySeconds: [] };
  }
  const token = authorizationKeyOf(ports, notification);
  const { url, platform, maxRetries } = notification;
  const body = JSON.stringify(ports.messages.ended({ run, pipeline, platform }));
  return {
    url,
    token,
    retrySeconds: Array.from({ length: maxRetries }, () => OUTCOME_RETRY_SECONDS),
    authorization: authorizationOf(notification, token),
    secret: notificationSecretOf(ports, notification),
    body,
    shown: body,
  };
}

async function settledJob({ database: { records } }: WebhookPorts, job: Job): Promise<SettledJob> {
  if (job.status === "failed") return { job, content: NO_TEXT, pages: [] };
  const pages = await allPages(records, job.id, { words: "recognised" });
  return { job, pages, content: documentText(pages, textOptions(job)) };
}

function outcomeOf(answer: WebhookAnswer, authToken: string, now: Date): Outcome {
  if (answer.kind !== "answered") return { ...permanentFailure(answer.message), kind: "failed" };
  const { status } = answer;
  const response = {
    status,
    answer: withoutSecret(answer.body, authToken).slice(0, KEPT_ANSWER),
    responseHeaders: loggedHeaders(answer.headers ?? {}, authToken),
  };
  if (status >= 200 && status < 300) return { ...response, kind: "delivered", message: "", retryAfterMs: 0 };
  return {
    ...response,
    kind: status === GONE ? "gone" : "failed",
    message: `The target responded with status ${status}.`,
    retryAfterMs: requestedDelayMs(answer.retryAfter, now),
  };
}

function permanentFailure(message: string): Outcome {
  return { kind: "rejected", status: null, message, answer: "", responseHeaders: {}, retryAfterMs: 0 };
}

interface Made extends Attempted {
  readonly at: Date;
}

/** The attempt, its consequences and the queue entry of the next attempt are stored together. */
async function record(ports: WebhookPorts, task: DeliveryTask, made: Made): Promise<void> {
  const { database, environment } = ports;
  const found = await database.records.deliveries.find(task.deliveryId);
  if (!found) return;
  await database.transaction(async (records) => {
    // Retrieving the text locks the job, too, and then checks for pending deliveries.
    const job = found.jobId === null ? undefined : await records.jobs.lock(found.jobId);
    const delivery = await records.deliveries.lock(task.deliveryId);
    if (!delivery || !isAttemptDue(delivery, task)) return;
    const now = environment.now();
    const next: Delivery = {
      ...delivery,
      attemptsMade: task.attempt,
      attempts: [...delivery.attempts, attemptOf(task, made, now)].slice(-MAX_KEPT_ATTEMPTS),
      ...consequence(ports, delivery, { ...made, now }),
    };
    await records.deliveries.update(delivery.id, next);
    if (next.state === "pending") await records.queue.deliver(next);
    else if (job?.textExpiresAt && !isTextKept(job, now)) await deleteText(records, job);
    if (made.outcome.status === GONE) await disable(records, made.webhook, now);
  });
}

function attemptOf(
  { attempt: number }: DeliveryTask,
  { at, outcome, request }: Made,
  now: Date,
): DeliveryAttempt {
  const { status, message, answer, responseHeaders } = outcome;
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  return { number, at, seconds, status, message, answer, request: request ?? null, responseHeaders };
}

function consequence(
  { environment }: WebhookPorts,
  { attemptsMade, attemptsBefore }: Delivery,
  { outcome, retrySeconds, now }: Attempted & { readonly now: Date },
): Pick<Delivery, "state" | "nextAttemptAt" | "settledAt"> {
  const settled = { nextAttemptAt: null, settledAt: now };
  if (outcome.kind === "delivered") return { state: "delivered", ...settled };
  if (outcome.kind === "gone") return { state: "disabled", ...settled };
  if (outcome.kind === "rejected") return { state: "given_up", ...settled };
  const delay = retryDelayMs({
    schedule: retrySeconds,
    failures: attemptsMade + 1 - attemptsBefore,
    retryAfterMs: outcome.retryAfterMs,
    chance: (environment.randomBytes(1)[0] ?? 0) / 255,
  });
  if (delay === undefined) return { state: "given_up", ...settled };
  return { state: "pending", nextAttemptAt: new Date(now.getTime() + delay), settledAt: null };
}

/** Skipped if its target has changed since it was called. */
async function disable(
  { webhooks }: Transaction<WebhookRecords>,
  called: Webhook | undefined,
  now: Date,
): Promise<void> {
  if (!called) return;
  const webhook = await webhooks.findByName(called.organizationId, called.name);
  if (webhook?.updatedAt.getTime() === called.updatedAt.getTime()) {
    await webhooks.update(webhook.id, { disabledAt: now });
  }
}
