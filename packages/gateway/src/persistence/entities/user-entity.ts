import type { User } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "UserEntity",
  tableName: "app_user",
  properties: {
    id: p.uuid().primary(),
    number: p.integer(),
    email: p.text().type(StorableText),
    name: p.text().type(StorableText),
    active: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class UserEntity extends schema.class implements User {}
schema.setClass(UserEntity);
