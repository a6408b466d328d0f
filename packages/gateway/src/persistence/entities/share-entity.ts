import { SHARE_ROLES, SHAREABLE_KINDS, type Share } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS } from "../columns.ts";

const schema = defineEntity({
  name: "ShareEntity",
  tableName: "share",
  properties: {
    organizationId: p.uuid(),
    recordKind: p.enum(SHAREABLE_KINDS),
    recordId: p.uuid().primary(),
    userId: p.uuid().primary(),
    role: p.enum(SHARE_ROLES),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class ShareEntity extends schema.class implements Share {}
schema.setClass(ShareEntity);
