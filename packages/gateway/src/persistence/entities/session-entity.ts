import type { Session } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "SessionEntity",
  tableName: "session",
  properties: {
    id: p.uuid().primary(),
    digest: p.text().type(StorableText),
    userId: p.uuid(),
    organizationId: p.uuid().nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    expiresAt: p.datetime(INSTANT_DIGITS),
  },
});

export class SessionEntity extends schema.class implements Session {}
schema.setClass(SessionEntity);
