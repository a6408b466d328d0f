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
    active: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class ExtractionKeyEntity extends schema.class implements ExtractionKey {}
schema.setClass(ExtractionKeyEntity);
