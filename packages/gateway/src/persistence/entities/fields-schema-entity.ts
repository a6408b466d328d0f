import type { FieldsSchemaVersion, SchemaDefinition } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "FieldsSchemaEntity",
  tableName: "fields_schema",
  properties: {
    organizationId: p.uuid().primary(),
    name: p.text().type(StorableText).primary(),
    version: p.integer().primary(),
    definition: p.json<SchemaDefinition>().type(StorableJson),
    authorId: p.uuid().nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class FieldsSchemaEntity extends schema.class implements FieldsSchemaVersion {}
schema.setClass(FieldsSchemaEntity);
