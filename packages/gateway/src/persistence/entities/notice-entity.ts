import { SHAREABLE_KINDS, type Notice } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "NoticeEntity",
  tableName: "notice",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    userId: p.uuid(),
    message: p.text().type(StorableText),
    recordKind: p.enum(SHAREABLE_KINDS),
    recordId: p.uuid(),
    createdAt: p.datetime(INSTANT_DIGITS),
    readAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class NoticeEntity extends schema.class implements Notice {}
schema.setClass(NoticeEntity);
