import type { PipelineKey } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "PipelineKeyEntity",
  tableName: "pipeline_key",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    pipelineId: p.uuid(),
    digest: p.text(),
    sealedKey: p.text(),
    description: p.text().type(StorableText),
    active: p.boolean(),
    createdBy: p.uuid().nullable().strictNullable(),
    modifiedBy: p.uuid().nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class PipelineKeyEntity extends schema.class implements PipelineKey {}
schema.setClass(PipelineKeyEntity);
