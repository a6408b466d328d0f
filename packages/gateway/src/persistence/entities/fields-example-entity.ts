import type { StoredExample } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, Integers, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "FieldsExampleEntity",
  tableName: "fields_example",
  properties: {
    jobId: p.uuid().primary(),
    schema: p.text().type(StorableText).primary(),
    part: p.integer().primary(),
    organizationId: p.uuid(),
    sketch: p.type(Integers),
    example: p.text().type(StorableText),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class FieldsExampleEntity extends schema.class implements StoredExample {}
schema.setClass(FieldsExampleEntity);
