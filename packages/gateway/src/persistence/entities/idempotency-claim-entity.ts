import type { IdempotencyClaim } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "IdempotencyClaimEntity",
  tableName: "idempotency_claim",
  properties: {
    organizationId: p.uuid().primary(),
    key: p.text().type(StorableText).primary(),
    fingerprint: p.text().type(StorableText),
    jobId: p.uuid(),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class IdempotencyClaimEntity extends schema.class implements IdempotencyClaim {}
schema.setClass(IdempotencyClaimEntity);
