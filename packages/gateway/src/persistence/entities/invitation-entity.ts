import { ROLES, type Invitation } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "InvitationEntity",
  tableName: "invitation",
  properties: {
    id: p.uuid().primary(),
    digest: p.text(),
    organizationId: p.uuid(),
    email: p.text().type(StorableText),
    role: p.enum(ROLES),
    invitedBy: p.uuid().nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    expiresAt: p.datetime(INSTANT_DIGITS),
  },
});

export class InvitationEntity extends schema.class implements Invitation {}
schema.setClass(InvitationEntity);
