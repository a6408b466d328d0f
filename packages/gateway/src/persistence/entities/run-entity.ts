import { RUN_STATUSES, RUN_TRIGGERS, type Run } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "RunEntity",
  tableName: "run",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    pipelineId: p.uuid(),
    workflowId: p.uuid(),
    trigger: p.enum(RUN_TRIGGERS),
    status: p.enum(RUN_STATUSES),
    totalFiles: p.integer().nullable().strictNullable(),
    successfulFiles: p.integer(),
    failedFiles: p.integer(),
    skippedFiles: p.integer(),
    errorMessage: p.text().type(StorableText),
    attempts: p.integer(),
    retries: p.integer(),
    slot: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    tags: p.json<readonly string[]>().type(StorableJson),
    acknowledgedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    startedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    finishedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class RunEntity extends schema.class implements Run {}
schema.setClass(RunEntity);
