import { WEBHOOK_FORMATS, type Webhook } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "WebhookEntity",
  tableName: "webhook",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text().type(StorableText),
    url: p.text().type(StorableText),
    format: p.enum(WEBHOOK_FORMATS),
    sealedAuthToken: p.text(),
    sealedSigningSecret: p.text(),
    disabledAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class WebhookEntity extends schema.class implements Webhook {}
schema.setClass(WebhookEntity);
