import type { Delivery, DeliveryAttempt, DeliveryState, Webhook } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeFloat, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

const DeliveryStateEnum = enumType<DeliveryState>("DeliveryState", "Where a delivery stands.", {
  pending: "It waits for its next attempt, or is being sent.",
  delivered: "The target took it.",
  given_up: "Every retry failed, or there was nothing to send or nobody to send it to. It can be replayed.",
  disabled: "The target said that it is gone. It can be replayed once the webhook was updated.",
});

@ObjectType("Webhook", {
  implements: NodeType,
  description: "A place of the organization's own that hears of finished jobs. Its token is never shown.",
})
export class WebhookType
  extends NodeType
  implements Omit<Webhook, "organizationId" | "sealedAuthToken" | "sealedSigningSecret">
{
  @Field(() => String, { description: "Unique within the organization." })
  readonly name!: string;

  @Field(() => String, { description: "Where results are sent." })
  readonly url!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When its target answered with status 410; nothing is sent to it until it is updated. Null while it takes results.",
  })
  readonly disabledAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last updated." })
  readonly updatedAt!: Date;
}

@ObjectType("WebhookAttempt", { description: "One request to a webhook's target.", simpleResolvers: true })
export class WebhookAttemptType implements DeliveryAttempt {
  @Field(() => Int, { description: "Its number within the delivery, counted from 1." })
  readonly number!: number;

  @Field(() => GraphQLDateTime, { description: "When it was made." })
  readonly at!: Date;

  @Field(() => GraphQLNonNegativeFloat, { description: "How long it took." })
  readonly seconds!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Status of the target's answer; null when there was none.",
  })
  readonly status!: number | null;

  @Field(() => String, { description: "What went wrong; empty when it was delivered." })
  readonly message!: string;

  @Field(() => String, {
    description: "The beginning of the answer to an attempt that failed, up to 1,000 characters.",
  })
  readonly answer!: string;
}

@ObjectType("WebhookDelivery", {
  implements: NodeType,
  description: "The result of a job on its way to a webhook.",
})
export class WebhookDeliveryType
  extends NodeType
  implements Omit<Delivery, "organizationId" | "jobId" | "runId" | "notificationId" | "attemptsBefore">
{
  @Field(() => String, { description: "Name of the webhook." })
  readonly webhookName!: string;

  @Field(() => DeliveryStateEnum, { description: "Where it stands." })
  readonly state!: DeliveryState;

  @Field(() => [WebhookAttemptType], { description: "The latest attempts, oldest first, at most 20." })
  readonly attempts!: readonly DeliveryAttempt[];

  @Field(() => GraphQLNonNegativeInt, { description: "How many attempts were made, replays included." })
  readonly attemptsMade!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the next attempt is due; null when there will be none.",
  })
  readonly nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When the job was settled." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was delivered, given up or disabled; null while it is pending.",
  })
  readonly settledAt!: Date | null;
}
