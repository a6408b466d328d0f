import type {
  NotificationAuthorization,
  NotificationPlatform,
  OutcomeNotification,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const NotificationAuthorizationEnum = enumType<NotificationAuthorization>(
  "NotificationAuthorization",
  "How messages are authorized.",
  {
    none: "No authorization.",
    bearer: "The key as a bearer token.",
    api_key: "The key alone in the Authorization header.",
    custom_header: "The key in a custom header.",
  },
);

export const NotificationPlatformEnum = enumType<NotificationPlatform>(
  "NotificationPlatform",
  "Message formats.",
  { api: "JSON for programs.", slack: "A Slack message." },
);

@ObjectType("OutcomeNotification", {
  implements: NodeType,
  description: "Sends a message to a URL when a run of a pipeline ends. Its key is never returned.",
})
export class OutcomeNotificationType
  extends NodeType
  implements
    Omit<
      OutcomeNotification,
      "organizationId" | "pipelineId" | "sealedAuthorizationKey" | "sealedSigningSecret"
    >
{
  @Field(() => String, { description: "Name." })
  readonly name!: string;

  @Field(() => String, { description: "URL that messages are posted to." })
  readonly url!: string;

  @Field(() => NotificationAuthorizationEnum, { description: "How messages are authorized." })
  readonly authorization!: NotificationAuthorization;

  @Field(() => String, {
    description: "The header that carries the key; empty unless `authorization` is CUSTOM_HEADER.",
  })
  readonly authorizationHeader!: string;

  @Field(() => GraphQLNonNegativeInt, { description: "Maximum number of retries, 0 to 4." })
  readonly maxRetries!: number;

  @Field(() => NotificationPlatformEnum, { description: "Format of the messages." })
  readonly platform!: NotificationPlatform;

  @Field(() => Boolean, { description: "Whether messages are sent." })
  readonly active!: boolean;

  @Field(() => Boolean, { description: "Whether only runs that failed, wholly or in part, are notified." })
  readonly failuresOnly!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last updated." })
  readonly updatedAt!: Date;
}
