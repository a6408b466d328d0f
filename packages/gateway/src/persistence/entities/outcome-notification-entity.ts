import {
  NOTIFICATION_AUTHORIZATIONS,
  NOTIFICATION_PLATFORMS,
  type OutcomeNotification,
} from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { INSTANT_DIGITS, StorableText } from "../columns.ts";

const schema = defineEntity({
  name: "OutcomeNotificationEntity",
  tableName: "outcome_notification",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    pipelineId: p.uuid(),
    name: p.text().type(StorableText),
    url: p.text().type(StorableText),
    authorization: p.enum(NOTIFICATION_AUTHORIZATIONS),
    authorizationHeader: p.text().type(StorableText),
    sealedAuthorizationKey: p.text(),
    sealedSigningSecret: p.text(),
    maxRetries: p.integer(),
    platform: p.enum(NOTIFICATION_PLATFORMS),
    active: p.boolean(),
    failuresOnly: p.boolean(),
    createdAt: p.datetime(INSTANT_DIGITS),
    updatedAt: p.datetime(INSTANT_DIGITS),
  },
});

export class OutcomeNotificationEntity extends schema.class implements OutcomeNotification {}
schema.setClass(OutcomeNotificationEntity);
