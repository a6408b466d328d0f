import type { Correction } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "CorrectionEntity",
  tableName: "correction",
  properties: {
    jobId: p.uuid().primary(),
    page: p.integer().primary(),
    word: p.integer().primary(),
    organizationId: p.uuid(),
    original: p.text().type(StorableText),
    text: p.text().type(StorableText),
    authorId: p.uuid().nullable().strictNullable(),
    correctedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class CorrectionEntity extends schema.class implements Correction {}
schema.setClass(CorrectionEntity);
