import { createHash, randomBytes, randomUUID } from "node:crypto";
import { parseExtractOptions } from "../../extraction/options/extract-options.ts";
import type { PageFailed, PageRead } from "../../extraction/result/extracted-document.ts";
import type { KeyCaller } from "../access/model/caller.ts";
import type { AccessToken, ExtractionKey, Organization, Session } from "../access/model/credential.ts";
import type { User } from "../access/model/user.ts";
import type { DocumentFile, Upload } from "../documents/document-file.ts";
import type { Job } from "../jobs/job.ts";
import type { Notice } from "../notices/notice.ts";
import type { Delivery } from "../webhooks/delivery.ts";
import type { Webhook } from "../webhooks/webhook.ts";

/** Complete records for tests, each with an identity of its own. */

export function anOrganization(facts: Partial<Organization> = {}): Organization {
  const id = randomUUID();
  return { id, slug: `organization-${id}`, createdAt: anInstant(), ...facts };
}

export function anExtractionKey(organizationId: string, facts: Partial<ExtractionKey> = {}): ExtractionKey {
  return {
    ...credentialFacts(organizationId),
    masked: "galley_…test",
    pagesPerDay: null,
    pagesPerMonth: null,
    requestsPerMinute: null,
    rotatedAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...facts,
  };
}

export function aKeyCaller(facts: Partial<KeyCaller> = {}): KeyCaller {
  const quota = { requestsPerMinute: null, pagesPerDay: null, pagesPerMonth: null };
  return { kind: "extraction_key", id: randomUUID(), organizationId: randomUUID(), quota, ...facts };
}

export function anAccessToken(organizationId: string, facts: Partial<AccessToken> = {}): AccessToken {
  return {
    ...credentialFacts(organizationId),
    userId: null,
    name: "for a test",
    masked: "…test",
    tier: "read_write",
    active: true,
    updatedAt: anInstant(),
    lastUsedAt: null,
    ...facts,
  };
}

/** A user before the database assigns a number. */
export function aUser(facts: Partial<Omit<User, "number">> = {}): Omit<User, "number"> {
  const id = randomUUID();
  return { id, email: `${id}@example.org`, name: "Ada", active: true, createdAt: anInstant(), ...facts };
}

export function aSession(userId: string, facts: Partial<Session> = {}): Session {
  return {
    id: randomUUID(),
    digest: randomBytes(32).toString("hex"),
    userId,
    organizationId: null,
    way: "openid_connect",
    accessTokenId: null,
    address: "192.0.2.7",
    userAgent: "Browser/1.0",
    createdAt: anInstant(),
    lastUsedAt: anInstant(),
    expiresAt: new Date("2099-01-02T03:04:05.678Z"),
    ...facts,
  };
}

export function aNotice(facts: Pick<Notice, "organizationId" | "userId"> & Partial<Notice>): Notice {
  return {
    id: randomUUID(),
    message: "A pipeline is shared with you.",
    recordKind: "pipeline",
    recordId: randomUUID(),
    createdAt: anInstant(),
    readAt: null,
    ...facts,
  };
}

export function anUpload(organizationId: string, facts: Partial<Upload> = {}): Upload {
  return { id: randomUUID(), organizationId, file: aFile(), createdAt: anInstant(), ...facts };
}

export function aJob(organizationId: string, facts: Partial<Job> = {}): Job {
  const file = aFile();
  const { password: _, ...options } = parseExtractOptions({ mode: "native_text", pages: "1-3" });
  return {
    id: randomUUID(),
    organizationId,
    handle: `${randomBytes(4).toString("hex")}|${file.md5}`,
    status: "accepted",
    statusMessage: "",
    priority: "normal",
    turn: null,
    options,
    sealedDocumentPassword: null,
    pageEnd: "form_feed",
    keepForSearch: false,
    textAsJson: false,
    textLifetimeSeconds: null,
    file,
    source: null,
    keyId: null,
    tag: "invoices",
    fieldsSchema: null,
    fieldsSplit: false,
    webhookName: null,
    webhookMetadata: "",
    pageCount: null,
    pagesSelected: null,
    pagesDone: 0,
    submittedAt: anInstant(),
    startedAt: null,
    settledAt: null,
    retrievedAt: null,
    retrievableUntil: null,
    textRevision: 0,
    textExpiresAt: null,
    documentRemovedAt: null,
    ...facts,
  };
}

export function aWebhook(organizationId: string, facts: Partial<Webhook> = {}): Webhook {
  const id = randomUUID();
  return {
    id,
    organizationId,
    name: `webhook-${id}`,
    url: "https://example.com/finished",
    format: "text",
    sealedAuthToken: "a sealed token",
    sealedSigningSecret: "a sealed secret",
    disabledAt: null,
    createdAt: anInstant(),
    updatedAt: anInstant(),
    ...facts,
  };
}

export function aDelivery(job: Job, facts: Partial<Delivery> = {}): Delivery {
  return {
    id: randomUUID(),
    organizationId: job.organizationId,
    jobId: job.id,
    webhookName: "finished",
    runId: null,
    notificationId: null,
    state: "pending",
    attempts: [],
    attemptsMade: 0,
    attemptsBefore: 0,
    nextAttemptAt: anInstant(),
    createdAt: anInstant(),
    settledAt: null,
    ...facts,
  };
}

export function aPageRead(number: number, facts: Partial<PageRead> = {}): PageRead {
  return {
    ok: true,
    number,
    text: "Invoice  42\n\nTotal",
    lines: Float32Array.of(72, 140, 84.5, 10, 1, 0, 0, 0, 0, 0, 72, 98, 120.25, 10, 0.5),
    words: Float64Array.of(0, 7, 72, 74, 110, 84.5, 1, 9, 11, 126, 74, 140, 84.5, 1),
    engine: "native",
    textSource: "native",
    reason: "the page has text",
    garbled: false,
    message: "",
    seconds: 0.25,
    width: 612,
    height: 792,
    rotation: 0,
    fields: [
      {
        name: "order.paid",
        kind: "checkbox",
        value: "Yes",
        checked: true,
        multiline: false,
        fontSize: 0,
        box: { x0: 1, y0: 2, x1: 3, y1: 4 },
      },
    ],
    checkMarks: [{ kind: "box", marked: true, confidence: 1, box: { x0: 1, y0: 2, x1: 3, y1: 4 } }],
    rules: [{ x0: 72, y0: 90, x1: 540, y1: 90, thickness: 0.5 }],
    images: [{ box: { x0: 0, y0: 0, x1: 50, y1: 50 }, pixelWidth: 100, pixelHeight: 100 }],
    ...facts,
  };
}

export function aPageFailed(number: number, facts: Partial<PageFailed> = {}): PageFailed {
  return { ok: false, number, reason: "timeout", message: "The page took too long.", seconds: 120, ...facts };
}

export function aFile(): DocumentFile {
  const bytes = randomBytes(16);
  return {
    name: "invoice.pdf",
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    md5: createHash("md5").update(bytes).digest("hex"),
    mediaType: "application/pdf",
    objectKey: `documents/${randomUUID()}`,
  };
}

function credentialFacts(
  organizationId: string,
): Pick<ExtractionKey, "id" | "organizationId" | "description" | "digest" | "createdAt"> {
  return {
    id: randomUUID(),
    organizationId,
    description: "made by a test",
    digest: randomBytes(32).toString("hex"),
    createdAt: anInstant(),
  };
}

function anInstant(): Date {
  return new Date("2026-01-02T03:04:05.678Z");
}
