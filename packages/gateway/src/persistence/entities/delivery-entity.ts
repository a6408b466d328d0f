import { DELIVERY_STATES, type Delivery, type DeliveryAttempt } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { z } from "zod";
import { INSTANT_DIGITS, StorableJson, StorableText } from "../columns.ts";

const attemptsSchema = z.array(
  z.object({
    number: z.int(),
    at: z.iso.datetime().transform((text) => new Date(text)),
    seconds: z.number(),
    status: z.int().nullable(),
    message: z.string(),
    answer: z.string(),
    request: z
      .object({ headers: z.record(z.string(), z.string()), bytes: z.int(), body: z.string() })
      .nullable()
      .default(null),
    responseHeaders: z.record(z.string(), z.string()).default({}),
  }),
);

/** Attempts as JSON, with instants as text. */
class Attempts extends StorableJson {
  override convertToJSValue(value: unknown): DeliveryAttempt[] {
    return attemptsSchema.parse(typeof value === "string" ? JSON.parse(value) : value);
  }
}

const schema = defineEntity({
  name: "DeliveryEntity",
  tableName: "delivery",
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    jobId: p.uuid().nullable().strictNullable(),
    webhookName: p.text().type(StorableText),
    runId: p.uuid().nullable().strictNullable(),
    notificationId: p.uuid().nullable().strictNullable(),
    state: p.enum(DELIVERY_STATES),
    attempts: p.json<readonly DeliveryAttempt[]>().type(Attempts),
    attemptsMade: p.integer(),
    attemptsBefore: p.integer(),
    nextAttemptAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
    createdAt: p.datetime(INSTANT_DIGITS),
    settledAt: p.datetime(INSTANT_DIGITS).nullable().strictNullable(),
  },
});

export class DeliveryEntity extends schema.class implements Delivery {}
schema.setClass(DeliveryEntity);
