import type { OAuthGrant } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "OAuthGrantEntity",
  tableName: "oauth_grant",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    userId: p.uuid().nullable().strictNullable(),
    backend: p.text().type(StorableText),
    keyDigest: p.text(),
    stateDigest: p.text().nullable().strictNullable(),
    browserDigest: p.text().nullable().strictNullable(),
    sealedProof: p.text().nullable().strictNullable(),
    sealedCredentials: p.text().nullable().strictNullable(),
    expiresAt: p.datetime(INSTANT_DIGITS),
  },
});

export class OAuthGrantEntity extends schema.class implements OAuthGrant {}
schema.setClass(OAuthGrantEntity);
