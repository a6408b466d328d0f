import { ACCESS_TIERS, type AccessToken } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "AccessTokenEntity",
  tableName: "access_token",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text().type(StorableText),
    description: p.text().type(StorableText),
    digest: p.text().type(StorableText),
    userId: p.uuid().nullable().strictNullable(),
    masked: p.text().type(StorableText),
    tier: p.enum(ACCESS_TIERS),
    active: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
    lastUsedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class AccessTokenEntity extends schema.class implements AccessToken {}
schema.setClass(AccessTokenEntity);
