import type { ExtractionKey } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "ExtractionKeyEntity",
  tableName: "extraction_key",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    description: p.text().type(StorableText),
    digest: p.text().type(StorableText),
    masked: p.text().type(StorableText),
    pagesPerDay: p.integer().nullable().strictNullable(),
    pagesPerMonth: p.integer().nullable().strictNullable(),
    requestsPerMinute: p.integer().nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    rotatedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    revokedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    lastUsedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class ExtractionKeyEntity extends schema.class implements ExtractionKey {}
schema.setClass(ExtractionKeyEntity);
