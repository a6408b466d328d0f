import type { JobOptions, Workflow } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";
import { StoredOptions } from "../stored-options.ts";

const schema = defineEntity({
  name: "WorkflowEntity",
  tableName: "workflow",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text().type(StorableText),
    description: p.text().type(StorableText),
    active: p.boolean(),
    maxFiles: p.integer().nullable().strictNullable(),
    options: p.json<JobOptions>().type(StoredOptions),
    sealedDocumentPassword: p.text().nullable().strictNullable(),
    createdBy: p.uuid().nullable().strictNullable(),
    modifiedBy: p.uuid().nullable().strictNullable(),
    sharedToOrganization: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class WorkflowEntity extends schema.class implements Workflow {}
schema.setClass(WorkflowEntity);
