import {
  JOB_PRIORITIES,
  JOB_STATUSES,
  PAGE_ENDS,
  type DocumentFile,
  type DocumentSource,
  type Job,
  type JobOptions,
} from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson, StorableText } from "../columns.ts";
import { StoredOptions } from "../stored-options.ts";

const schema = defineEntity({
  name: "JobEntity",
  tableName: "job",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    handle: p.text().type(StorableText),
    status: p.enum(JOB_STATUSES),
    statusMessage: p.text().type(StorableText),
    priority: p.enum(JOB_PRIORITIES),
    turn: p.integer().nullable().strictNullable(),
    options: p.json<JobOptions>().type(StoredOptions),
    sealedDocumentPassword: p.text().nullable().strictNullable(),
    pageEnd: p.enum(PAGE_ENDS),
    keepForSearch: p.boolean(),
    textAsJson: p.boolean(),
    textLifetimeSeconds: p.integer().nullable().strictNullable(),
    file: p.json<DocumentFile>().type(StorableJson).nullable().strictNullable(),
    source: p.json<DocumentSource>().type(StorableJson).nullable().strictNullable(),
    keyId: p.uuid().nullable().strictNullable(),
    tag: p.text().type(StorableText),
    fieldsSchema: p.text().type(StorableText).nullable().strictNullable(),
    fieldsSplit: p.boolean(),
    webhookName: p.text().type(StorableText).nullable().strictNullable(),
    webhookMetadata: p.text().type(StorableText),
    pageCount: p.integer().nullable().strictNullable(),
    pagesSelected: p.integer().nullable().strictNullable(),
    pagesDone: p.integer(),
    textRevision: p.integer(),
    submittedAt: p.datetime(INSTANT_DIGITS),
    startedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    settledAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    retrievedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    retrievableUntil: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    textExpiresAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    documentRemovedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    // Only for queries.
    nameKey: p.text().type(StorableText).lazy().hidden(),
    tagKey: p.text().type(StorableText).lazy().hidden(),
  },
});

export class JobEntity extends schema.class implements Job {}
schema.setClass(JobEntity);
