import type { Passkey } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableJson, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "PasskeyEntity",
  tableName: "passkey",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    userId: p.uuid(),
    credentialId: p.text().type(StorableText),
    publicKey: p.text(),
    counter: p.bigint("number"),
    transports: p.json<readonly string[]>().type(StorableJson),
    name: p.text().type(StorableText),
    createdAt: p.datetime(INSTANT_DIGITS),
    lastUsedAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class PasskeyEntity extends schema.class implements Passkey {}
schema.setClass(PasskeyEntity);
