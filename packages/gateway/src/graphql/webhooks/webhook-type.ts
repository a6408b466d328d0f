import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  SentRequest,
  Webhook,
  WebhookFormat,
} from "@galley/core/domain";
import {
  GraphQLDateTime,
  GraphQLJSONObject,
  GraphQLNonNegativeFloat,
  GraphQLNonNegativeInt,
} from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const DeliveryStateEnum = enumType<DeliveryState>("DeliveryState", "Status of a delivery.", {
  pending: "Waiting for the next attempt, or being sent.",
  delivered: "The target accepted it.",
  given_up: "All retries failed, or there was no result or no target. It can be replayed.",
  disabled: "The target responded with 410. It can be replayed after the webhook is updated.",
});

export const WebhookFormatEnum = enumType<WebhookFormat>(
  "WebhookFormat",
  "What messages to a webhook contain of a document. Renditions of more than 1,000,000 characters are left out.",
  {
    text: "Its text, as documented.",
    markdown: "Also Markdown.",
    html: "Also an HTML article.",
    plain: "Also plain text in reading order.",
    tables: "Also its tables with their cells, as JSON.",
    blocks: "Also its blocks with their places, as JSON.",
    chunks: "Also pieces for retrieval, as JSON.",
  },
);

@ObjectType("Webhook", {
  implements: NodeType,
  description: "A URL that is notified of settled jobs. Its token is never returned.",
})
export class WebhookType
  extends NodeType
  implements Omit<Webhook, "organizationId" | "sealedAuthToken" | "sealedSigningSecret">
{
  @Field(() => String, { description: "Unique within the organization." })
  readonly name!: string;

  @Field(() => String, { description: "Where results are sent." })
  readonly url!: string;

  @Field(() => WebhookFormatEnum, {
    description: "What its messages contain of a document, in the field `rendition`.",
  })
  readonly format!: WebhookFormat;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When its target responded with status 410; nothing is sent until the webhook is updated. Null while it is active.",
  })
  readonly disabledAt!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last updated." })
  readonly updatedAt!: Date;
}

@ObjectType("WebhookRequest", { description: "A request to a webhook's target.", simpleResolvers: true })
export class WebhookRequestType implements SentRequest {
  @Field(() => GraphQLJSONObject, { description: "Headers; credentials are ********." })
  readonly headers!: Readonly<Record<string, string>>;

  @Field(() => GraphQLNonNegativeFloat, { description: "Size of the body that was sent, in bytes." })
  readonly bytes!: number;

  @Field(() => String, {
    description: "Beginning of the body, up to 1,000 characters, without the text of the document.",
  })
  readonly body!: string;
}

@ObjectType("WebhookAttempt", { description: "One request to a webhook's target.", simpleResolvers: true })
export class WebhookAttemptType implements DeliveryAttempt {
  @Field(() => Int, { description: "Number of the attempt, counted from 1." })
  readonly number!: number;

  @Field(() => GraphQLDateTime, { description: "When the request was sent." })
  readonly at!: Date;

  @Field(() => GraphQLNonNegativeFloat, { description: "Duration." })
  readonly seconds!: number;

  @Field(() => Int, {
    nullable: true,
    description: "HTTP status of the response; null if there was none.",
  })
  readonly status!: number | null;

  @Field(() => String, { description: "Error message; empty if it was delivered." })
  readonly message!: string;

  @Field(() => String, { description: "Beginning of the response, up to 1,000 characters." })
  readonly answer!: string;

  @Field(() => WebhookRequestType, {
    nullable: true,
    description: "What was sent; null if nothing was, or by an earlier version.",
  })
  readonly request!: SentRequest | null;

  @Field(() => GraphQLJSONObject, {
    description: "Headers of the response, up to 20, without cookies; values are cut after 200 characters.",
  })
  readonly responseHeaders!: Readonly<Record<string, string>>;
}

@ObjectType("WebhookDelivery", {
  implements: NodeType,
  description:
    "A message to a webhook or a notification: the result of a job, the outcome of a run, or a test.",
})
export class WebhookDeliveryType
  extends NodeType
  implements Omit<Delivery, "organizationId" | "jobId" | "runId" | "notificationId" | "attemptsBefore">
{
  @Field(() => String, { description: "Name of the webhook; empty for the outcome of a run." })
  readonly webhookName!: string;

  @Field(() => DeliveryStateEnum, { description: "Status." })
  readonly state!: DeliveryState;

  @Field(() => [WebhookAttemptType], { description: "The latest attempts, at most 20, oldest first." })
  readonly attempts!: readonly DeliveryAttempt[];

  @Field(() => GraphQLNonNegativeInt, { description: "Number of attempts, including replays." })
  readonly attemptsMade!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the next attempt is due; null if there is none.",
  })
  readonly nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    description: "When the job was settled, the run ended, or the test was requested.",
  })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was delivered, given up or disabled; null while pending.",
  })
  readonly settledAt!: Date | null;
}
