import { ROLES, type Membership } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS } from "../columns.ts";

const schema = defineEntity({
  name: "MembershipEntity",
  tableName: "membership",
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    role: p.enum(ROLES),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class MembershipEntity extends schema.class implements Membership {}
schema.setClass(MembershipEntity);
