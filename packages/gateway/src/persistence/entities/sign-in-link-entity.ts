import type { SignInLink } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS } from "../columns.ts";

const schema = defineEntity({
  name: "SignInLinkEntity",
  tableName: "sign_in_link",
  properties: {
    id: p.uuid().primary(),
    digest: p.text(),
    organizationId: p.uuid(),
    userId: p.uuid(),
    createdAt: p.datetime(INSTANT_DIGITS),
    expiresAt: p.datetime(INSTANT_DIGITS),
  },
});

export class SignInLinkEntity extends schema.class implements SignInLink {}
schema.setClass(SignInLinkEntity);
