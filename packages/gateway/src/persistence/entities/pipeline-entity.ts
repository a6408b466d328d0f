import {
  MISSED_SLOT_POLICIES,
  PIPELINE_KINDS,
  PIPELINE_RUN_STATUSES,
  type Pipeline,
} from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "PipelineEntity",
  tableName: "pipeline",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text().type(StorableText),
    kind: p.enum(PIPELINE_KINDS),
    workflowId: p.uuid(),
    active: p.boolean(),
    cron: p.text().type(StorableText).nullable().strictNullable(),
    timeZone: p.text().type(StorableText),
    missedSlots: p.enum(MISSED_SLOT_POLICIES),
    allowOverlap: p.boolean(),
    runCount: p.integer(),
    lastRunAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    lastRunStatus: p.enum(PIPELINE_RUN_STATUSES),
    appId: p.text().type(StorableText).nullable().strictNullable(),
    appIcon: p.text().type(StorableText).nullable().strictNullable(),
    appUrl: p.text().type(StorableText).nullable().strictNullable(),
    accessControlBundleId: p.text().type(StorableText).nullable().strictNullable(),
    createdBy: p.uuid().nullable().strictNullable(),
    modifiedBy: p.uuid().nullable().strictNullable(),
    sharedToOrganization: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class PipelineEntity extends schema.class implements Pipeline {}
schema.setClass(PipelineEntity);
