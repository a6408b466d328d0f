import { FIELDS_STATUSES, type DocumentFields, type FieldsResult, type PageRange } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "DocumentFieldsEntity",
  tableName: "document_fields",
  properties: {
    jobId: p.uuid().primary(),
    schema: p.text().type(StorableText).primary(),
    part: p.integer().primary(),
    pages: p.json<PageRange>().nullable().strictNullable(),
    organizationId: p.uuid(),
    version: p.integer(),
    status: p.enum(FIELDS_STATUSES),
    message: p.text().type(StorableText),
    result: p.json<FieldsResult>().type(StorableJson).nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    readAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    reviewedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    reviewerId: p.uuid().nullable().strictNullable(),
  },
});

export class DocumentFieldsEntity extends schema.class implements DocumentFields {}
schema.setClass(DocumentFieldsEntity);
