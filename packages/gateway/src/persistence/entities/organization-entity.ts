import type { Organization } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "OrganizationEntity",
  tableName: "organization",
  properties: {
    id: p.uuid().primary(),
    slug: p.text().type(StorableText),
    createdAt: p.datetime(INSTANT_DIGITS),
  },
});

export class OrganizationEntity extends schema.class implements Organization {}
schema.setClass(OrganizationEntity);
