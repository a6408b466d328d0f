import { SIGN_IN_WAYS, type Session } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "SessionEntity",
  tableName: "session",
  properties: {
    id: p.uuid().primary(),
    digest: p.text().type(StorableText),
    userId: p.uuid().nullable().strictNullable(),
    organizationId: p.uuid().nullable().strictNullable(),
    way: p.enum(SIGN_IN_WAYS),
    accessTokenId: p.uuid().nullable().strictNullable(),
    address: p.text().type(StorableText),
    userAgent: p.text().type(StorableText),
    createdAt: p.datetime(INSTANT_DIGITS),
    lastUsedAt: p.datetime(INSTANT_DIGITS),
    expiresAt: p.datetime(INSTANT_DIGITS),
  },
});

export class SessionEntity extends schema.class implements Session {}
schema.setClass(SessionEntity);
